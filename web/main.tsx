import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportFailure } from './api/general-error.ts';
import { isMissing, queryClient } from './api/query-client.ts';
import { loadStart } from './api/start.ts';
import { keepsPapers } from './kept-flag.ts';
import { createAppRouter } from './routes.ts';
import { sendUnsent } from './send-unsent.ts';
import { showAppearance } from './shell/appearance.ts';
import { draftStorageKey } from './shell/before-login.ts';
import { startDownload } from './shell/go-on.ts';
import { followScreen } from './shell/screen.ts';
import { markLostStyles, onPartFailure } from './ui/lazy-part.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no element with the id root.');
const root = createRoot(element, {
  // Missing objects show the not-found page. Other errors are logged as React does by default.
  onCaughtError: (error, { componentStack }) => {
    if (!isMissing(error)) console.error(error, componentStack);
  },
});

const firstLoadMsMax = 50;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A function instead of top-level awaits, because chunks loaded here import this file and would wait for it. */
async function begin(): Promise<void> {
  followScreen();
  onPartFailure((error) => reportFailure(error, 'query'));
  markLostStyles();
  try {
    const start = await loadStart();
    showAppearance(start);
    if (start.user !== null) {
      sendUnsent();
      await restoreDrafts(start.user.id);
    }
    const router = createAppRouter();
    // Waits briefly, so that a page whose data is embedded in the HTML renders without a skeleton.
    await Promise.race([router.load(), pause(firstLoadMsMax)]);
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    );
    keepPapers();
    if (start.user !== null) startDownload();
  } catch (error) {
    reportFailure(error, 'query');
    const { StartFailure } = await import('./shell/start-failure.tsx');
    root.render(<StartFailure />);
  }
}

/** Runs before the first render, so that forms start with the restored input. */
async function restoreDrafts(userId: string): Promise<void> {
  if (sessionStorage.getItem(draftStorageKey) === null) return;
  try {
    const { openDraft } = await import('./features/core/drafts/draft-autosave.ts');
    await openDraft(userId);
  } catch (cause) {
    console.warn('The draft could not be restored', cause);
  }
}

/** Milliseconds to wait after the first render, so that the screen loads first. */
const keepPapersAfterMs = 2_000;

function keepPapers(): void {
  if (!keepsPapers()) return;
  setTimeout(async () => {
    try {
      const { followKeptPapers } = await import('./features/papers/kept-papers/keeping.ts');
      followKeptPapers();
    } catch (cause) {
      console.warn('The papers on this device could not be updated', cause);
    }
  }, keepPapersAfterMs);
}

void begin();
