// Texts that several organization pages share.
export const roleNames = { owner: 'Owner', admin: 'Admin', user: 'User' };
