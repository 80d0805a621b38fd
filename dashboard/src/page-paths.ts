// The address of every page, once. The router, the links and the service (through the build) read
// it here.

export const pagePaths = {
  home: '/',
  verify: '/verify',
  // Codes on printed receipts lead to it.
  receipt: '/receipt',
  register: '/register',
  login: '/login',
  forgotPassword: '/forgot-password',
  // Emails link to these three.
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  acceptInvite: '/accept-invite',
  switch: '/switch',
  overview: '/overview',
  sign: '/sign',
  largeFiles: '/large-files',
  records: '/records',
  record: '/records/$recordId',
  generators: '/generators',
  newGenerator: '/generators/new',
  generator: '/generators/$generatorId',
  apiKeys: '/api-keys',
  billing: '/billing',
  analytics: '/analytics',
  auditLog: '/audit-log',
  attestation: '/attestation',
  team: '/team',
  webhooks: '/webhooks',
  webhook: '/webhooks/$webhookId',
  connectedStores: '/connected-stores',
  branding: '/branding',
  domains: '/domains',
  certificates: '/certificates',
  account: '/account',
} as const;
