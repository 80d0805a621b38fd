// The addresses that mails about accounts link to.
import { Type } from 'typebox';
import { defineRoute, type Route } from '../../http/define-route.ts';
import { pages } from '../../http/openapi.ts';
import { acceptInvitePage, accountPagesPolicy, resetPasswordPage, verifyEmailPage } from './account-pages.ts';

const shown = {
  method: 'GET',
  resource: pages,
  access: { caller: 'public' },
  feature: null,
  limit: 'public',
  anyOrigin: false,
  success: {
    status: 200,
    schema: Type.String(),
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': accountPagesPolicy, 'referrer-policy': 'no-referrer' },
  },
  errors: [],
} as const;

export function accountPageRoutes(publicUrl: string): Route[] {
  const verifyEmail = verifyEmailPage(publicUrl);
  const resetPassword = resetPasswordPage(publicUrl);
  const acceptInvite = acceptInvitePage(publicUrl);
  return [
    defineRoute({
      ...shown,
      path: '/verify-email',
      summary: 'The page behind the link that verifies an e-mail address',
      handler: () => verifyEmail,
    }),
    defineRoute({
      ...shown,
      path: '/reset-password',
      summary: 'The page behind the link that sets a new password',
      handler: () => resetPassword,
    }),
    defineRoute({
      ...shown,
      path: '/accept-invite',
      summary: 'The page behind the link that invites to a team',
      handler: () => acceptInvite,
    }),
  ];
}
