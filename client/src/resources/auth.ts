// /v1/auth: registration, login, two-factor authentication, verification and reset.
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function authOf({ call }: Transport) {
  return {
    register: (body: Body<'POST /v1/auth/register'>) => call('POST /v1/auth/register', { body }),
    /** Returns a session, or a challenge for `answerChallenge`. */
    logIn: (body: Body<'POST /v1/auth/login'>) => call('POST /v1/auth/login', { body }),
    /** A challenge works for one attempt, correct or not. */
    answerChallenge: (body: Body<'POST /v1/auth/verify-2fa'>) => call('POST /v1/auth/verify-2fa', { body }),
    verifyEmail: (token: string) => call('POST /v1/auth/verify-email', { body: { token } }),
    resendVerification: (email: string) => call('POST /v1/auth/resend-verification', { body: { email } }),
    forgotPassword: (email: string) => call('POST /v1/auth/forgot-password', { body: { email } }),
    resetPassword: (body: Body<'POST /v1/auth/reset-password'>) => call('POST /v1/auth/reset-password', { body }),
    me: () => call('GET /v1/auth/me', {}),
    /** A ticket for the other environment. `challenge` is the SHA-256 of a secret, in base64url. */
    switchTicket: (challenge: string) => call('POST /v1/auth/switch-ticket', { body: { challenge } }),
    /** Returns a session, or a challenge for `answerChallenge`. */
    enterWithTicket: (body: Body<'POST /v1/auth/switch'>) => call('POST /v1/auth/switch', { body }),
    logOut: () => call('POST /v1/auth/logout', {}),
    setUpTwoFactor: (method: 'email' | 'totp') => call('POST /v1/auth/2fa/setup', { body: { method } }),
    enableTwoFactor: (otp: string) => call('POST /v1/auth/2fa/enable', { body: { otp } }),
    disableTwoFactor: (password: string) => call('POST /v1/auth/2fa/disable', { body: { password } }),
  };
}
