// Words that the pages about an organization share.
export const roleNames = { owner: 'Owner', admin: 'Admin', user: 'User' };

export const gateTexts = {
  sentence: (what: string, needed: string, has: string) =>
    `${what} with the plan ${needed} or above. Your organization is on ${has}.`,
  plans: 'Compare the plans',
};
