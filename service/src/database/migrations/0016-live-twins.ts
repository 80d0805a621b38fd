// The live user and organization that a sandbox account belongs to, so that one login opens both
// (docs/decisions/0035). Only the sandbox uses these columns.
export const liveTwins = [
  `ALTER TABLE organizations ADD COLUMN live_org_id text`,
  `CREATE UNIQUE INDEX organizations_of_live ON organizations (live_org_id)`,
  `ALTER TABLE users ADD COLUMN live_user_id text`,
  `CREATE UNIQUE INDEX users_of_live ON users (live_user_id)`,
];
