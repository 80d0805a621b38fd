"""/v1/auth: registration, login, two-factor authentication, verification and reset."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class Auth:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def register(self, body: types.PostAuthRegisterBody) -> types.PostAuthRegisterAnswer:
        return self._transport.call(ops.POST_AUTH_REGISTER, body=body)

    def log_in(self, body: types.PostAuthLoginBody) -> types.PostAuthLoginAnswer:
        """Returns a session, or a challenge for `answer_challenge`."""
        return self._transport.call(ops.POST_AUTH_LOGIN, body=body)

    def answer_challenge(self, body: types.PostAuthVerify2faBody) -> types.PostAuthVerify2faAnswer:
        """A challenge works for one attempt, correct or not."""
        return self._transport.call(ops.POST_AUTH_VERIFY_2FA, body=body)

    def verify_email(self, token: str) -> types.PostAuthVerifyEmailAnswer:
        return self._transport.call(ops.POST_AUTH_VERIFY_EMAIL, body={'token': token})

    def resend_verification(self, email: str) -> types.PostAuthResendVerificationAnswer:
        return self._transport.call(ops.POST_AUTH_RESEND_VERIFICATION, body={'email': email})

    def forgot_password(self, email: str) -> types.PostAuthForgotPasswordAnswer:
        return self._transport.call(ops.POST_AUTH_FORGOT_PASSWORD, body={'email': email})

    def reset_password(self, body: types.PostAuthResetPasswordBody) -> types.PostAuthResetPasswordAnswer:
        return self._transport.call(ops.POST_AUTH_RESET_PASSWORD, body=body)

    def me(self) -> types.GetAuthMeAnswer:
        return self._transport.call(ops.GET_AUTH_ME)

    def switch_ticket(self, challenge: str) -> types.PostAuthSwitchTicketAnswer:
        """A ticket for the other environment. challenge: the SHA-256 of a secret, in base64url."""
        return self._transport.call(ops.POST_AUTH_SWITCH_TICKET, body={'challenge': challenge})

    def enter_with_ticket(self, body: types.PostAuthSwitchBody) -> types.PostAuthSwitchAnswer:
        """Returns a session, or a challenge for `answer_challenge`."""
        return self._transport.call(ops.POST_AUTH_SWITCH, body=body)

    def log_out(self) -> types.PostAuthLogoutAnswer:
        return self._transport.call(ops.POST_AUTH_LOGOUT)

    def set_up_two_factor(self, method: Literal['email', 'totp']) -> types.PostAuth2faSetupAnswer:
        return self._transport.call(ops.POST_AUTH_2FA_SETUP, body={'method': method})

    def enable_two_factor(self, otp: str) -> types.PostAuth2faEnableAnswer:
        return self._transport.call(ops.POST_AUTH_2FA_ENABLE, body={'otp': otp})

    def disable_two_factor(self, password: str) -> types.PostAuth2faDisableAnswer:
        return self._transport.call(ops.POST_AUTH_2FA_DISABLE, body={'password': password})
