// Every page at its address, inside its frame. The code of a page is loaded when you first open it,
// and the frame of the dashboard with the first page in it.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ErrorState } from './components/states.tsx';
import { pagePaths } from './page-paths.ts';
import { pageSetting } from './page-setting.ts';
import { NotFoundPage } from './pages/not-found/not-found-page.tsx';
import { session } from './session/session.ts';
import { PublicShell } from './shells/public-shell.tsx';

const root = createRootRoute({ component: Outlet });
const open = createRoute({ getParentRoute: () => root, id: 'open', component: PublicShell });
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./shells/dashboard-shell.tsx'), 'DashboardShell'),
  beforeLoad: ({ location }) => {
    if (session.token() === undefined) throw redirect({ to: pagePaths.login, search: { next: location.href } });
  },
});

const openPage = { getParentRoute: () => open };
const signedInPage = { getParentRoute: () => signedIn };

const openPages = [
  createRoute({
    ...openPage,
    path: pagePaths.home,
    component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.verify,
    component: lazyRouteComponent(() => import('./pages/verify/verify-page.tsx'), 'VerifyPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.receipt,
    component: lazyRouteComponent(() => import('./pages/receipt/receipt-page.tsx'), 'ReceiptPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.register,
    component: lazyRouteComponent(() => import('./pages/account/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.login,
    validateSearch: keepPath,
    component: lazyRouteComponent(() => import('./pages/account/login-page.tsx'), 'LoginPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.forgotPassword,
    component: lazyRouteComponent(() => import('./pages/account/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.verifyEmail,
    component: lazyRouteComponent(() => import('./pages/account/verify-email-page.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.resetPassword,
    component: lazyRouteComponent(() => import('./pages/account/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.acceptInvite,
    component: lazyRouteComponent(() => import('./pages/account/accept-invite-page.tsx'), 'AcceptInvitePage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.switch,
    validateSearch: (search) => ({ ...keepPath(search), ...keepTexts('challenge', 'end')(search) }),
    component: lazyRouteComponent(() => import('./pages/switch/switch-page.tsx'), 'SwitchPage'),
  }),
  createRoute({ ...openPage, path: '$', component: NotFoundPage }),
];

const signedInPages = [
  createRoute({
    ...signedInPage,
    path: pagePaths.overview,
    component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.sign,
    validateSearch: keepTexts('generator'),
    component: lazyRouteComponent(() => import('./pages/sign/sign-page.tsx'), 'SignPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.largeFiles,
    component: lazyRouteComponent(() => import('./pages/large-files/large-files-page.tsx'), 'LargeFilesPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.records,
    validateSearch: keepTexts('search', 'generator', 'model', 'format', 'verdict', 'from', 'to'),
    component: lazyRouteComponent(() => import('./pages/records/records-page.tsx'), 'RecordsPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.record,
    component: lazyRouteComponent(() => import('./pages/records/record-page.tsx'), 'RecordPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.generators,
    component: lazyRouteComponent(() => import('./pages/generators/generators-page.tsx'), 'GeneratorsPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.newGenerator,
    component: lazyRouteComponent(() => import('./pages/generators/new-generator-page.tsx'), 'NewGeneratorPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.generator,
    component: lazyRouteComponent(() => import('./pages/generators/generator-page.tsx'), 'GeneratorPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.apiKeys,
    component: lazyRouteComponent(() => import('./pages/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.billing,
    validateSearch: keepTexts('plan'),
    component: lazyRouteComponent(() => import('./pages/billing/billing-page.tsx'), 'BillingPage'),
  }),
];

const organizationPages = [
  createRoute({
    ...signedInPage,
    path: pagePaths.analytics,
    validateSearch: keepTexts('range'),
    component: lazyRouteComponent(() => import('./pages/analytics/analytics-page.tsx'), 'AnalyticsPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.auditLog,
    validateSearch: keepTexts('type', 'actor', 'from', 'to'),
    component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.attestation,
    component: lazyRouteComponent(() => import('./pages/attestation/attestation-page.tsx'), 'AttestationPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.team,
    component: lazyRouteComponent(() => import('./pages/team/team-page.tsx'), 'TeamPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.webhooks,
    component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.webhook,
    component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.branding,
    component: lazyRouteComponent(() => import('./pages/branding/branding-page.tsx'), 'BrandingPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.connectedStores,
    component: lazyRouteComponent(
      () => import('./pages/connected-stores/connected-stores-page.tsx'),
      'ConnectedStoresPage',
    ),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.domains,
    component: lazyRouteComponent(() => import('./pages/domains/domains-page.tsx'), 'DomainsPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.certificates,
    component: lazyRouteComponent(() => import('./pages/certificates/certificates-page.tsx'), 'CertificatesPage'),
  }),
  createRoute({
    ...signedInPage,
    path: pagePaths.account,
    component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren([
    open.addChildren(openPages),
    signedIn.addChildren([...signedInPages, ...organizationPages]),
  ]),
  basepath: pageSetting.base || '/',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error as Error} retry={reset} />,
});

// If a session ends while a page is open, in this tab or another, the page shows the login.
session.onChange(() => void router.invalidate());

/** Only a path of these pages, so that a link cannot lead elsewhere after a login. */
function keepPath({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}

/** The texts in the search part of an address that a page knows. */
function keepTexts<Name extends string>(...names: readonly Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    // The router reads digits as a number.
    const known = names.filter((name) => ['string', 'number'].includes(typeof search[name]) && search[name] !== '');
    return Object.fromEntries(known.map((name) => [name, String(search[name])])) as { [Key in Name]?: string };
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
