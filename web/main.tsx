import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportFailure } from './api/general-error.ts';
import { isMissing } from './api/query-client.ts';
import { loadStart } from './api/start.ts';
import { App } from './app.tsx';
import { keepPapers } from './keep-papers.ts';
import { restoreDrafts } from './restore-drafts.ts';
import { createAppRouter } from './routes.ts';
import { sendUnsent } from './send-unsent.ts';
import { showAppearance } from './shell/appearance.ts';
import { startDownload } from './shell/go-on.ts';
import { followScreen } from './shell/screen.ts';

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
        <App router={router} />
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

void begin();
