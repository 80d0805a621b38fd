// The shapes of /v1/auth (specification: Auth).
import { Type } from 'typebox';
import { email, nameOf, organization, role, timestamp } from '../../http/schemas.ts';

const longestPassword = 1_024;

export const newPassword = Type.String({
  minLength: 8,
  maxLength: longestPassword,
  description: 'At least 8 characters',
});
/** Login accepts any length: a password that is too short is simply wrong. */
const anyPassword = Type.String({ minLength: 1, maxLength: longestPassword });
const mailedToken = Type.String({ minLength: 1, maxLength: 200, description: 'The token from the link in the email' });
const otp = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'A code from the email or the authenticator app, or a recovery code',
});

export const user = Type.Object(
  {
    user_id: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean(),
    org_id: Type.String(),
  },
  { title: 'User' },
);

export const registration = Type.Object({
  org_name: nameOf({ description: 'Name of the new organization', isPublic: true }),
  email,
  password: newPassword,
});

export const registered = Type.Object({ user });

export const credentials = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }), password: anyPassword });

export const session = Type.Object(
  { token: Type.String({ description: 'Session token, valid for 24 hours' }), user },
  { title: 'Session' },
);

export const sessionOrChallenge = Type.Union([
  session,
  Type.Object(
    {
      requires_2fa: Type.Literal(true),
      challenge_token: Type.String({ description: 'For POST /v1/auth/verify-2fa. Works for one attempt' }),
    },
    { title: 'TwoFactorChallenge' },
  ),
]);

export const challengeAnswer = Type.Object({
  challenge_token: Type.String({ minLength: 1, maxLength: 200 }),
  otp,
});

export const switchRequest = Type.Object({
  challenge: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'SHA-256 of a secret that your program makes, in base64url',
  }),
});

export const switchTicket = Type.Object({
  ticket: Type.String({ description: 'Works once, for one minute, in the other environment' }),
});

export const switchEntry = Type.Object({
  ticket: Type.String({ minLength: 1, maxLength: 4_000, description: 'From POST /v1/auth/switch-ticket' }),
  verifier: Type.String({ minLength: 32, maxLength: 200, description: 'The secret behind the challenge' }),
});

export const emailOnly = Type.Object({ email });
export const tokenOnly = Type.Object({ token: mailedToken });
export const passwordReset = Type.Object({ token: mailedToken, password: newPassword });
export const passwordOnly = Type.Object({ password: anyPassword });
export const otpOnly = Type.Object({ otp });

export const me = Type.Object(
  {
    user: Type.Object({
      ...user.properties,
      created_at: timestamp,
      role,
      two_factor: Type.Union([Type.Enum(['email', 'totp']), Type.Null()], { description: 'null: turned off' }),
    }),
    org: organization,
  },
  { title: 'CurrentUser' },
);

export const twoFactorMethod = Type.Object({ method: Type.Enum(['email', 'totp']) });

export const twoFactorSetup = Type.Union([
  Type.Object({
    secret: Type.String({ description: 'Base32 secret, to type into an app' }),
    otpauth_url: Type.String({ description: 'Content of the QR code for an app' }),
  }),
  Type.Object({ sent: Type.Literal(true) }),
]);

export const twoFactorEnabled = Type.Object({
  enabled: Type.Literal(true),
  recovery_codes: Type.Array(Type.String(), {
    description: 'Ten codes. Each works once. Returned only in this response',
  }),
});

export const twoFactorDisabled = Type.Object({ enabled: Type.Literal(false) });
