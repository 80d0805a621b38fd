// /v1/auth: registration, login, two-factor authentication, verification and reset (specification: Auth).
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/schemas.ts';
import * as schema from './auth.schema.ts';
import type { AuthService } from './auth.service.ts';
import type { PasswordResetService } from './password-reset.service.ts';
import type { TwoFactorService } from './two-factor.service.ts';

const resource = 'Accounts';
/** Without credentials, charged to the address. */
const open = { access: { caller: 'public' }, feature: null, limit: 'account', anyOrigin: false } as const;
const signedIn = { access: { caller: 'session' }, feature: null, limit: 'organization', anyOrigin: false } as const;

export function authRoutes(auth: AuthService, passwordReset: PasswordResetService, twoFactor: TwoFactorService) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/auth/register',
      resource,
      summary: 'Register an organization and its owner',
      description: 'Sends a verification mail. The free tier works without verification; everything else requires it.',
      ...open,
      body: schema.registration,
      success: { status: 201, schema: schema.registered },
      errors: ['email_taken'],
      handler: ({ body }) => auth.register(body),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/login',
      resource,
      summary: 'Log in',
      description: 'With two-factor authentication the answer is a challenge for POST /v1/auth/verify-2fa.',
      ...open,
      body: schema.credentials,
      success: { status: 200, schema: schema.sessionOrChallenge },
      errors: ['invalid_credentials', 'too_many_attempts', 'otp_store_unavailable'],
      handler: ({ body, ip }) => auth.logIn(body, ip),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/verify-2fa',
      resource,
      summary: 'Answer a two-factor challenge',
      description: 'Any submission burns the challenge, right or wrong. After five incorrect attempts: 429.',
      ...open,
      body: schema.challengeAnswer,
      success: { status: 200, schema: schema.session },
      errors: ['invalid_otp', 'too_many_attempts', 'otp_store_unavailable'],
      handler: ({ body, ip }) => auth.answerChallenge(body, ip),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/verify-email',
      resource,
      summary: 'Verify an e-mail address',
      ...open,
      body: schema.tokenOnly,
      success: { status: 200, schema: success },
      errors: ['token_expired_or_used'],
      handler: ({ body }) => auth.verifyEmail(body.token),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/resend-verification',
      resource,
      summary: 'Send the verification mail again',
      description: 'Answers the same for known and unknown addresses.',
      ...open,
      body: schema.emailOnly,
      success: { status: 200, schema: success },
      errors: [],
      handler: ({ body }) => auth.resendVerification(body.email),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/forgot-password',
      resource,
      summary: 'Ask for a link to set a new password',
      description: 'Answers the same for known and unknown addresses.',
      ...open,
      body: schema.emailOnly,
      success: { status: 200, schema: success },
      errors: [],
      handler: ({ body }) => auth.forgotPassword(body.email),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/reset-password',
      resource,
      summary: 'Set a new password',
      description:
        'The token works once, for one hour. Every session of the account ends. API keys and second factors that are older than the verification of the address end, too. If the address was never verified, the account starts afresh: a new organization, nothing of the old one.',
      ...open,
      body: schema.passwordReset,
      success: { status: 200, schema: success },
      errors: ['token_expired_or_used'],
      handler: ({ body, ip }) => passwordReset.reset(body.token, body.password, ip),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/auth/me',
      resource,
      summary: 'The user and the organization of the session',
      ...signedIn,
      success: { status: 200, schema: schema.me },
      errors: [],
      handler: ({ caller }) => auth.me(caller),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/logout',
      resource,
      summary: 'End the session',
      ...signedIn,
      success: { status: 200, schema: success },
      errors: [],
      handler: ({ caller }) => auth.logOut(caller),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/2fa/setup',
      resource,
      summary: 'Begin to set up two-factor authentication',
      description:
        'totp: the secret for an authenticator app. email: a code is mailed. POST /v1/auth/2fa/enable ends it.',
      ...signedIn,
      body: schema.twoFactorMethod,
      success: { status: 200, schema: schema.twoFactorSetup },
      errors: ['two_factor_already_enabled', 'otp_store_unavailable'],
      handler: ({ body, caller }) => twoFactor.setUp(caller, body.method),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/2fa/enable',
      resource,
      summary: 'Switch two-factor authentication on',
      ...signedIn,
      body: schema.otpOnly,
      success: { status: 200, schema: schema.twoFactorEnabled },
      errors: ['invalid_otp', 'too_many_attempts', 'two_factor_already_enabled', 'otp_store_unavailable'],
      handler: ({ body, caller }) => twoFactor.enable(caller, body.otp),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/2fa/disable',
      resource,
      summary: 'Switch two-factor authentication off',
      ...signedIn,
      body: schema.passwordOnly,
      success: { status: 200, schema: schema.twoFactorDisabled },
      errors: ['invalid_credentials', 'too_many_attempts'],
      handler: ({ body, caller, ip }) => auth.disableTwoFactor(caller, body.password, ip),
    }),
  ];
}
