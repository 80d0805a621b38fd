// /v1/auth: registration, login, two-factor authentication, verification and reset (specification:
// Auth).
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/schemas.ts';
import * as schema from './auth.schema.ts';
import type { AuthService } from './auth.service.ts';
import type { PasswordResetService } from './password-reset.service.ts';
import type { SwitchService } from './switch.service.ts';
import type { TwoFactorService } from './two-factor.service.ts';

const resource = 'Accounts';
/** Without credentials, so the limit applies to the address. */
const open = { access: { caller: 'public' }, feature: null, limit: 'account', anyOrigin: false } as const;
const signedIn = { access: { caller: 'session' }, feature: null, limit: 'organization', anyOrigin: false } as const;

interface AuthServices {
  readonly auth: AuthService;
  readonly passwordReset: PasswordResetService;
  readonly twoFactor: TwoFactorService;
  readonly environmentSwitch: SwitchService;
}

export function authRoutes({ auth, passwordReset, twoFactor, environmentSwitch }: AuthServices) {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/auth/register',
      operation: 'register',
      idempotency: 'refused',
      resource,
      summary: 'Register an organization and its owner',
      description:
        'Sends a verification email. You can use the Free plan without verification. Everything else needs a verified email address.',
      ...open,
      body: schema.registration,
      success: { status: 201, schema: schema.registered },
      errors: ['email_taken'],
      handler: ({ body }) => auth.register(body),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/login',
      operation: 'logIn',
      idempotency: 'refused',
      resource,
      summary: 'Log in',
      description: 'With two-factor authentication, the response is a challenge for POST /v1/auth/verify-2fa.',
      ...open,
      body: schema.credentials,
      success: { status: 200, schema: schema.sessionOrChallenge },
      errors: ['invalid_credentials', 'too_many_attempts', 'otp_store_unavailable'],
      handler: ({ body, ip }) => auth.logIn(body, ip),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/verify-2fa',
      operation: 'answerChallenge',
      idempotency: 'refused',
      resource,
      summary: 'Complete a two-factor challenge',
      description:
        'Each challenge works for one attempt, correct or not. After five incorrect attempts, the service returns 429.',
      ...open,
      body: schema.challengeAnswer,
      success: { status: 200, schema: schema.session },
      errors: ['invalid_otp', 'too_many_attempts', 'otp_store_unavailable'],
      handler: ({ body, ip }) => auth.answerChallenge(body, ip),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/verify-email',
      operation: 'verifyEmail',
      idempotency: 'refused',
      resource,
      summary: 'Verify an email address',
      ...open,
      body: schema.tokenOnly,
      success: { status: 200, schema: success },
      errors: ['token_expired_or_used'],
      handler: ({ body }) => auth.verifyEmail(body.token),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/resend-verification',
      operation: 'resendVerification',
      idempotency: 'refused',
      resource,
      summary: 'Resend the verification email',
      description: 'The response is the same for known and unknown addresses.',
      ...open,
      body: schema.emailOnly,
      success: { status: 200, schema: success },
      errors: [],
      handler: ({ body }) => auth.resendVerification(body.email),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/forgot-password',
      operation: 'requestPasswordReset',
      idempotency: 'refused',
      resource,
      summary: 'Request a link to set a new password',
      description: 'The response is the same for known and unknown addresses.',
      ...open,
      body: schema.emailOnly,
      success: { status: 200, schema: success },
      errors: [],
      handler: ({ body }) => auth.forgotPassword(body.email),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/reset-password',
      operation: 'resetPassword',
      idempotency: 'refused',
      resource,
      summary: 'Set a new password',
      description:
        'The token works once and expires after one hour. All sessions of the account end. API keys and two-factor settings that are older than the verification of the address also end. If the address was never verified, the account starts again with a new, empty organization.',
      ...open,
      body: schema.passwordReset,
      success: { status: 200, schema: success },
      errors: ['token_expired_or_used'],
      handler: ({ body, ip }) => passwordReset.reset(body.token, body.password, ip),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/auth/me',
      operation: 'getCurrentUser',
      resource,
      summary: 'Get the user and the organization of the session',
      ...signedIn,
      success: { status: 200, schema: schema.me },
      errors: [],
      handler: ({ caller }) => auth.me(caller),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/logout',
      operation: 'logOut',
      idempotency: 'repeatable',
      resource,
      summary: 'End the session',
      ...signedIn,
      success: { status: 200, schema: success },
      errors: [],
      handler: ({ caller }) => auth.logOut(caller),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/switch-ticket',
      operation: 'createSwitchTicket',
      idempotency: 'refused',
      resource,
      summary: 'Get a ticket for the other environment',
      description:
        'Opens the sandbox for a live user, and the reverse, without a second login. Only for sessions that began in this environment.',
      ...signedIn,
      body: schema.switchRequest,
      success: { status: 200, schema: schema.switchTicket },
      errors: ['forbidden'],
      handler: ({ body, caller }) => environmentSwitch.issueTicket(caller, body.challenge),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/switch',
      operation: 'enterWithTicket',
      idempotency: 'refused',
      resource,
      summary: 'Log in with a ticket from the other environment',
      description:
        'The sandbox creates an account for a live user who comes for the first time. The live environment needs an account with the same address, verified in both environments. With two-factor authentication, the response is a challenge for POST /v1/auth/verify-2fa.',
      ...open,
      body: schema.switchEntry,
      success: { status: 200, schema: schema.sessionOrChallenge },
      errors: ['token_expired_or_used', 'forbidden', 'too_many_attempts', 'otp_store_unavailable'],
      handler: ({ body, ip }) => environmentSwitch.enter(body, ip),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/2fa/setup',
      operation: 'setUpTwoFactor',
      idempotency: 'refused',
      resource,
      summary: 'Start to set up two-factor authentication',
      description:
        'totp: returns the secret for an authenticator app. email: sends a code by email. Complete the setup with POST /v1/auth/2fa/enable.',
      ...signedIn,
      body: schema.twoFactorMethod,
      success: { status: 200, schema: schema.twoFactorSetup },
      errors: ['two_factor_already_enabled', 'otp_store_unavailable'],
      handler: ({ body, caller }) => twoFactor.setUp(caller, body.method),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/2fa/enable',
      operation: 'enableTwoFactor',
      idempotency: 'refused',
      resource,
      summary: 'Turn on two-factor authentication',
      ...signedIn,
      body: schema.otpOnly,
      success: { status: 200, schema: schema.twoFactorEnabled },
      errors: ['invalid_otp', 'too_many_attempts', 'two_factor_already_enabled', 'otp_store_unavailable'],
      handler: ({ body, caller }) => twoFactor.enable(caller, body.otp),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/auth/2fa/disable',
      operation: 'disableTwoFactor',
      idempotency: 'refused',
      resource,
      summary: 'Turn off two-factor authentication',
      ...signedIn,
      body: schema.passwordOnly,
      success: { status: 200, schema: schema.twoFactorDisabled },
      errors: ['invalid_credentials', 'too_many_attempts'],
      handler: ({ body, caller, ip }) => auth.disableTwoFactor(caller, body.password, ip),
    }),
  ];
}
