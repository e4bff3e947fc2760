import { useLocation } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoardFace } from '#contract/start.ts';
import type { MagicKind } from '#domain/magic-uid.ts';
import { signInLabels } from '#domain/messages/sign-in.ts';
import { isMissing } from '#web/api/query-client.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { AuthActions, AuthFrame } from '#web/shell/auth-frame.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { PublicFrame } from '#web/shell/public-frame.tsx';
import { Button, buttonClass } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton, PageSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { Page, pageTitleId } from '#web/ui/page.tsx';
import { type LinkedBoard, useBoardAppearance } from './magic-link.ts';

interface LogInLinkProps {
  readonly href: string;
  readonly variant?: 'primary' | 'secondary' | undefined;
  readonly size?: 'm' | 's' | undefined;
}

function LogInLink({ href, variant = 'secondary', size = 'm' }: LogInLinkProps) {
  return (
    <a data-ui="button" className={buttonClass({ variant, size })} href={href}>
      {signInLabels.logIn}
    </a>
  );
}

function useLoginAddress(): string {
  return paths.login(useLocation({ select: ({ href }) => href }));
}

export function MagicFrame({ board, children }: { readonly board: BoardFace | null; readonly children: ReactNode }) {
  return (
    <PublicFrame
      mark={board !== null && <BoardMark title={board.title} logoUrl={board.logo_url} />}
      title={board?.title}
      link={<LogInLink size="s" href={useLoginAddress()} />}
      boardColor={board?.primary_color}
    >
      {children}
    </PublicFrame>
  );
}

interface MagicGateProps<Answer> {
  readonly query: { readonly data: Answer | undefined; readonly error: unknown; readonly refetch: () => unknown };
  readonly what?: MagicKind;
  readonly loading: ReactNode;
  readonly children: (answer: Answer) => ReactNode;
}

/** Keeps the previous response if a refetch fails, unless the link no longer works. */
export function MagicGate<Answer extends { readonly board: LinkedBoard }>(props: MagicGateProps<Answer>) {
  const { query, what = 'meeting', loading, children } = props;
  const { data, error } = query;
  useBoardAppearance(data?.board);
  if (isMissing(error)) return <MagicLinkGone what={what} />;
  if (data !== undefined) return children(data);
  return error === null ? loading : <MagicLinkFailed onRetry={() => void query.refetch()} />;
}

const goneTitle = 'This link does not work';

/** Shown for unknown, mistyped and withdrawn links alike, so that nobody can tell whether a link has ever worked. */
function MagicLinkGone({ what }: { readonly what: MagicKind }) {
  const { face } = useStart();
  const thing = what.replace('-', ' ');
  usePageTitle(goneTitle);
  return (
    <AuthFrame
      wide
      board={face}
      title={goneTitle}
      lede={
        what === 'paper'
          ? 'The address may be incomplete, or your paper is no longer needed. Use the link in the latest message, or reply to it.'
          : `The address may be incomplete, or the ${thing} is no longer shared. Use the link in the latest message about the ${thing}, or log in to see your ${thing}s.`
      }
    >
      <AuthActions>
        <LogInLink variant="primary" href={paths.login()} />
      </AuthActions>
    </AuthFrame>
  );
}

function MagicLinkFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { face } = useStart();
  return (
    <AuthFrame
      wide
      board={face}
      title="This page could not be loaded"
      lede="Nothing was changed. Try again, or come back later."
    >
      <AuthActions>
        <Button variant="primary" onPress={onRetry}>
          Try again
        </Button>
      </AuthActions>
    </AuthFrame>
  );
}

export function MagicCardLoading({ title }: { readonly title: string }) {
  const { face } = useStart();
  return (
    <AuthFrame wide board={face} title={title}>
      <ListSkeleton rows={2} />
    </AuthFrame>
  );
}

export function MagicPageLoading({ title }: { readonly title: string }) {
  const { face } = useStart();
  return (
    <MagicFrame board={face}>
      <Page>
        <h1 className="visually-hidden" id={pageTitleId}>
          {title}
        </h1>
        <PageSkeleton />
      </Page>
    </MagicFrame>
  );
}

export function LogInNotice({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <Notice icon={LockKeyhole}>
      <span>
        {before}{' '}
        <a className="link" href={useLoginAddress()}>
          Log in
        </a>{' '}
        {after}
      </span>
    </Notice>
  );
}
