import './styles/base.css';
import './kept.css';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { takeKeysFrom } from './features/core/drafts/sealing.ts';
import { KeptPage } from './features/papers/kept-papers/page/kept-page.tsx';
import { remoteVault } from './features/papers/kept-papers/vault/remote-vault.ts';
import { followScreen } from './shell/screen.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('The page has no element with the id root.');
followScreen();
takeKeysFrom(() => remoteVault.marksKeys());
createRoot(element).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <KeptPage />
    </I18nProvider>
  </StrictMode>,
);
