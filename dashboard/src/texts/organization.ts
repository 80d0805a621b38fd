// Texts that several organization pages share.
export const roleNames = { owner: 'Owner', admin: 'Admin', user: 'User' };

export const gateTexts = {
  sentence: (what: string, needed: string, has: string) =>
    `${what} the ${needed} plan or above. Your organization is on the ${has} plan.`,
  plans: 'Compare plans',
};
