import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportFailure } from './api/general-error.ts';
import { isMissing } from './api/query-client.ts';
import { loadStart } from './api/start.ts';
import { App } from './app.tsx';
import { restoreDrafts } from './restore-drafts.ts';
import { createAppRouter } from './routes.ts';
import { sendUnsent } from './send-unsent.ts';
import { showAppearance } from './shell/appearance.ts';
import { startDownload } from './shell/go-on.ts';
import { followScreen } from './shell/screen.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no element with the id root.');
const root = createRoot(element, {
  // What is missing has a page of its own; everything else that a boundary catches is logged as React does.
  onCaughtError: (error, { componentStack }) => {
    if (!isMissing(error)) console.error(error, componentStack);
  },
});

/** Milliseconds. */
const firstLoadMsMax = 50;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Not at the top of the module: what is imported here dynamically imports this very file of the build, and each would wait
 * for the other.
 */
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
    // With what came along the first render is the page itself; else its skeleton is not kept waiting.
    await Promise.race([router.load(), pause(firstLoadMsMax)]);
    root.render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    );
    if (start.user !== null) startDownload();
  } catch (error) {
    reportFailure(error, 'query');
    const { StartFailure } = await import('./shell/start-failure.tsx');
    root.render(<StartFailure />);
  }
}

void begin();
