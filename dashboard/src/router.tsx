// Every page at its address, inside its frame. A page's code is loaded when it is first opened.
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
import { DashboardShell } from './shells/dashboard-shell.tsx';
import { PublicShell } from './shells/public-shell.tsx';

const root = createRootRoute({ component: Outlet });
const open = createRoute({ getParentRoute: () => root, id: 'open', component: PublicShell });
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: DashboardShell,
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
    path: pagePaths.register,
    component: lazyRouteComponent(() => import('./pages/account/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    ...openPage,
    path: pagePaths.login,
    // Only a path of these pages: a link must not lead elsewhere after a login.
    validateSearch: ({ next }: { next?: unknown }): { next?: string } =>
      typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {},
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
  createRoute({ ...openPage, path: '$', component: NotFoundPage }),
];

const signedInPages = [
  createRoute({
    ...signedInPage,
    path: pagePaths.overview,
    component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren([open.addChildren(openPages), signedIn.addChildren(signedInPages)]),
  basepath: pageSetting.base || '/',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error as Error} retry={reset} />,
});

// A session that ends while a page is open, in this tab or another, leads to the login.
session.onChange(() => void router.invalidate());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
