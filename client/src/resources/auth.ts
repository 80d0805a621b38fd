// /v1/auth: registration, login, two-factor authentication, verification and reset.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function authOf({ call }: Transport) {
  return {
    register: (body: Body<'POST /v1/auth/register'>, options?: CallOptions) =>
      call('POST /v1/auth/register', { body }, options),
    /** Returns a session, or a challenge for `answerChallenge`. */
    logIn: (body: Body<'POST /v1/auth/login'>, options?: CallOptions) => call('POST /v1/auth/login', { body }, options),
    /** A challenge works for one attempt, correct or not. */
    answerChallenge: (body: Body<'POST /v1/auth/verify-2fa'>, options?: CallOptions) =>
      call('POST /v1/auth/verify-2fa', { body }, options),
    verifyEmail: (token: string, options?: CallOptions) =>
      call('POST /v1/auth/verify-email', { body: { token } }, options),
    resendVerification: (email: string, options?: CallOptions) =>
      call('POST /v1/auth/resend-verification', { body: { email } }, options),
    forgotPassword: (email: string, options?: CallOptions) =>
      call('POST /v1/auth/forgot-password', { body: { email } }, options),
    resetPassword: (body: Body<'POST /v1/auth/reset-password'>, options?: CallOptions) =>
      call('POST /v1/auth/reset-password', { body }, options),
    me: (options?: CallOptions) => call('GET /v1/auth/me', {}, options),
    /** A ticket for the other environment. `challenge` is the SHA-256 of a secret, in base64url. */
    switchTicket: (challenge: string, options?: CallOptions) =>
      call('POST /v1/auth/switch-ticket', { body: { challenge } }, options),
    /** Returns a session, or a challenge for `answerChallenge`. */
    enterWithTicket: (body: Body<'POST /v1/auth/switch'>, options?: CallOptions) =>
      call('POST /v1/auth/switch', { body }, options),
    logOut: (options?: CallOptions) => call('POST /v1/auth/logout', {}, options),
    setUpTwoFactor: (method: 'email' | 'totp', options?: CallOptions) =>
      call('POST /v1/auth/2fa/setup', { body: { method } }, options),
    enableTwoFactor: (otp: string, options?: CallOptions) =>
      call('POST /v1/auth/2fa/enable', { body: { otp } }, options),
    disableTwoFactor: (password: string, options?: CallOptions) =>
      call('POST /v1/auth/2fa/disable', { body: { password } }, options),
  };
}
