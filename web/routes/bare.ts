import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { getChallenge } from '#contract/two-factor.ts';
import { signatureTitles } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch } from '#web/api/query-client.ts';
import { textParams } from '#web/search-params.ts';
import { BareNotFoundPage, BarePending } from '#web/shell/page-states.tsx';
import { root } from './frames.tsx';

const ofRoot = {
  getParentRoute: () => root,
  pendingComponent: BarePending,
  notFoundComponent: BareNotFoundPage,
} as const;

function bare<Path extends string>(
  path: Path,
  { title, component }: { readonly title: string; readonly component: RouteComponent },
) {
  return createRoute({ ...ofRoot, path, staticData: { frame: 'bare', title }, component });
}

const invitation = createRoute({
  ...ofRoot,
  path: '/inv/$uuid',
  staticData: { frame: 'bare', title: 'Invitation' },
  validateSearch: (search) => textParams(search, 'provider'),
  component: lazyRouteComponent(() => import('#web/pages/invitation.tsx'), 'Invitation'),
});

const login = createRoute({
  ...ofRoot,
  path: '/login',
  staticData: { frame: 'bare', title: 'Login' },
  validateSearch: (search) => textParams(search, 'next', 'board', 'logout', 'provider'),
  component: lazyRouteComponent(() => import('#web/pages/login.tsx'), 'Login'),
});

const setup = createRoute({
  ...ofRoot,
  path: '/setup',
  staticData: { frame: 'bare', title: 'Set up' },
  validateSearch: (search) => ({ token: textParams(search, 'token').token ?? '' }),
  component: lazyRouteComponent(() => import('#web/features/access/first-start/setup-page.tsx'), 'SetupPage'),
});

const suspended = createRoute({
  ...ofRoot,
  path: '/suspended',
  staticData: { frame: 'bare', title: 'Suspended' },
  validateSearch: (search) => textParams(search, 'board'),
  component: lazyRouteComponent(() => import('#web/features/access/session/suspended-page.tsx'), 'SuspendedPage'),
});

const twoFactorChallenge = createRoute({
  ...ofRoot,
  path: '/two-factor-challenge',
  staticData: { frame: 'bare', title: '2-Factor Authentication' },
  loader: () => prefetch(queryFor(getChallenge)),
  component: lazyRouteComponent(() => import('#web/features/access/two-factor/challenge-page.tsx'), 'ChallengePage'),
});

const confirmPassword = createRoute({
  ...ofRoot,
  path: '/user/confirm-password',
  staticData: { frame: 'bare', title: 'Confirm Your Password to Proceed' },
  validateSearch: (search) => textParams(search, 'next', 'back'),
  component: lazyRouteComponent(
    () => import('#web/features/access/session/confirm-password.tsx'),
    'ConfirmPasswordPage',
  ),
});

/** Has no shell, because a board that requires two-factor authentication redirects here before it opens. */
const twoFactorSettings = createRoute({
  ...ofRoot,
  path: '/user/two-factor',
  staticData: { frame: 'bare', title: 'Two-factor authentication' },
  validateSearch: (search) => textParams(search, 'step', 'next'),
  component: lazyRouteComponent(
    () => import('#web/features/access/two-factor/settings-page.tsx'),
    'TwoFactorSettingsPage',
  ),
});

const passkeyOffer = createRoute({
  ...ofRoot,
  path: '/user/passkey',
  staticData: { frame: 'bare', title: 'Sign in without a password next time' },
  validateSearch: (search) => textParams(search, 'next'),
  component: lazyRouteComponent(() => import('#web/features/access/passkeys/offer-page.tsx'), 'PasskeyOfferPage'),
});

/** Has no shell, because a board that requires a sign-in provider redirects here before it opens. */
const boardSignIn = createRoute({
  ...ofRoot,
  path: '/user/board-sign-in',
  staticData: { frame: 'bare', title: 'Sign in' },
  validateSearch: (search) => textParams(search, 'next', 'provider'),
  component: lazyRouteComponent(
    () => import('#web/features/access/providers/board-sign-in-page.tsx'),
    'BoardSignInPage',
  ),
});

export const bareScreens = [
  login,
  setup,
  suspended,
  invitation,
  bare('/meeting/$uid', {
    title: 'Meeting',
    component: lazyRouteComponent(() => import('#web/features/views/magic/magic-meeting-page.tsx'), 'MagicMeetingPage'),
  }),
  bare('/attendance/$uid/$letter', {
    title: 'Your reply',
    component: lazyRouteComponent(
      () => import('#web/features/views/magic/magic-attendance-page.tsx'),
      'MagicAttendancePage',
    ),
  }),
  bare('/addtocalendar/$uid', {
    title: 'Add to calendar',
    component: lazyRouteComponent(
      () => import('#web/features/views/magic/magic-calendar-page.tsx'),
      'MagicCalendarPage',
    ),
  }),
  bare('/unsubscribe/$memberId/$choice/$secret', {
    title: 'Stop these messages',
    component: lazyRouteComponent(() => import('#web/features/core/mail/unsubscribe-page.tsx'), 'UnsubscribePage'),
  }),
  bare('/announcement/$uid', {
    title: 'Announcement',
    component: lazyRouteComponent(
      () => import('#web/features/views/magic/magic-announcement-page.tsx'),
      'MagicAnnouncementPage',
    ),
  }),
  bare('/action/$uid', {
    title: 'Action item',
    component: lazyRouteComponent(() => import('#web/features/views/magic/magic-action-page.tsx'), 'MagicActionPage'),
  }),
  bare('/paper/$uid', {
    title: 'Your papers',
    component: lazyRouteComponent(() => import('#web/features/views/magic/author-papers-page.tsx'), 'AuthorPapersPage'),
  }),
  twoFactorChallenge,
  confirmPassword,
  twoFactorSettings,
  boardSignIn,
  passkeyOffer,
  bare('/forgot-password', {
    title: 'Forgot password',
    component: lazyRouteComponent(
      () => import('#web/features/access/recovery/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  bare('/reset-password/$token', {
    title: 'Reset password',
    component: lazyRouteComponent(
      () => import('#web/features/access/recovery/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  bare('/confirm-email/$token', {
    title: 'Confirm email',
    component: lazyRouteComponent(
      () => import('#web/features/access/account/confirm-email-page.tsx'),
      'ConfirmEmailPage',
    ),
  }),
  bare('/help', {
    title: 'Help',
    component: lazyRouteComponent(() => import('#web/features/views/help/help-page.tsx'), 'HelpPage'),
  }),
  bare('/help/$chapter', {
    title: 'Help',
    component: lazyRouteComponent(() => import('#web/features/views/help/help-page.tsx'), 'HelpChapterPage'),
  }),
  bare('/verify', {
    title: signatureTitles.verify,
    component: lazyRouteComponent(() => import('#web/features/deciding/signatures/verify-page.tsx'), 'VerifyPage'),
  }),
  bare('/terms', {
    title: 'Terms of use',
    component: lazyRouteComponent(() => import('#web/features/core/terms/terms-pages.tsx'), 'TermsPage'),
  }),
  bare('/privacy', {
    title: 'Privacy policy',
    component: lazyRouteComponent(() => import('#web/features/core/terms/terms-pages.tsx'), 'PrivacyPage'),
  }),
] as const;
