import './styles/base.css';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { KitPage } from './ui/kit-page.tsx';

const root = document.getElementById('kit');
if (!root) throw new Error('kit.html has no element #kit');

createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <KitPage />
    </I18nProvider>
  </StrictMode>,
);
