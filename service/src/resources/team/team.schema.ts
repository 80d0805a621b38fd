// The shapes of /v1/team (specification: Team, Invite, API keys).
import { Type } from 'typebox';
import { email, nullable, planName, role, timestamp } from '../../http/schemas.ts';
import { keySchema } from '../account/api-keys.service.ts';

const invitedRole = Type.Enum(['user', 'admin'], { description: 'admin needs the Growth plan or above' });

export const memberId = Type.Object({ user_id: Type.String({ maxLength: 100 }) });
export const memberKeyId = Type.Object({ ...memberId.properties, key_id: Type.String({ maxLength: 100 }) });
export const inviteId = Type.Object({ invite_id: Type.String({ maxLength: 100 }) });
export const inviteToken = Type.Object({
  token: Type.String({ maxLength: 200, description: 'The token from the link in the email, or from the copied link' }),
});

export const members = Type.Object(
  {
    members: Type.Array(
      Type.Object(
        {
          user_id: Type.String(),
          email: Type.String(),
          role,
          email_verified: Type.Boolean(),
          api_key_count: Type.Integer({ description: 'Number of active personal keys' }),
          created_at: timestamp,
          last_active_at: nullable(
            Type.String({
              format: 'date-time',
              description: 'The last request with a session, to the minute. null: none yet',
            }),
          ),
        },
        { title: 'Member' },
      ),
    ),
    plan: planName,
    max_members: nullable(Type.Integer({ description: 'Seats of the plan. null: no limit' })),
    admin_role: Type.Boolean({ description: 'Whether the plan includes the admin role' }),
  },
  { title: 'Team' },
);

export const roleOnly = Type.Object({ role });
export const changedRole = Type.Object({ user_id: Type.String(), role });
export const removed = Type.Object({ removed: Type.Literal(true) });

const listedInvite = Type.Object(
  {
    invite_id: Type.String(),
    email: Type.String(),
    role: invitedRole,
    inviter_id: Type.String(),
    created_at: timestamp,
    expires_at: timestamp,
  },
  { title: 'Invite' },
);
export const invites = Type.Object({ invites: Type.Array(listedInvite) });
export const newInvite = Type.Object({ email, role: invitedRole });
const inviteUrl = Type.String({
  description:
    'A link to give to the invited person. It works once. It does not prove the email address, so the service sends an email to verify it',
});
export const createdInvite = Type.Object(
  {
    invite_id: Type.String(),
    role: invitedRole,
    expires_at: timestamp,
    invite_url: inviteUrl,
  },
  { title: 'CreatedInvite' },
);
export const inviteLink = Type.Object({ invite_url: inviteUrl, expires_at: timestamp });
export const cancelled = Type.Object({ cancelled: Type.Literal(true) });
export const invitePreview = Type.Object({
  invite_id: Type.String(),
  role: invitedRole,
  org_name: Type.String(),
  expires_at: timestamp,
});

/** Specification, Team: 8 to 128 characters. */
export const acceptance = Type.Object({ password: Type.String({ minLength: 8, maxLength: 128 }) });
export const joined = Type.Object({
  token: Type.String({ description: 'Session token, valid for 24 hours' }),
  user: Type.Object({
    user_id: Type.String(),
    org_id: Type.String(),
    role: invitedRole,
    email_verified: Type.Boolean(),
  }),
});

export const { newKey, keyChange, rotation } = keySchema;
export const createdKey = Type.Object(
  {
    key_id: Type.String(),
    key: Type.String({ description: 'The complete key. Returned only in this response' }),
    created_at: timestamp,
    name: keySchema.shownName,
    ...keySchema.shownSettings,
  },
  { title: 'CreatedPersonalKey' },
);
export const rotatedKey = Type.Object(
  { ...createdKey.properties, replaces: keySchema.replaces },
  { title: 'RotatedPersonalKey' },
);
export const revoked = Type.Object({ revoked: Type.Literal(true) });
export const personalKey = Type.Object(
  {
    key_id: Type.String(),
    preview: Type.String({ description: 'Masked key' }),
    created_at: timestamp,
    name: keySchema.shownName,
    last_used_at: keySchema.lastUsedAt,
    ...keySchema.shownState,
  },
  { title: 'PersonalKey' },
);
export const personalKeys = Type.Object({ keys: Type.Array(personalKey) });
