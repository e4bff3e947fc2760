import '#web/styles/base.css';
import { clsx } from 'clsx';
import { StrictMode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { followScreen } from '#web/shell/screen.ts';
import { Wordmark } from '#web/ui/brand/mark.tsx';
import { PageHead } from '#web/ui/page.tsx';
import { ActionsSection } from './actions.tsx';
import { BrandSections } from './brand.tsx';
import { FeedbackSections } from './feedback.tsx';
import { FieldsSection } from './fields.tsx';
import styles from './gallery.module.css';
import { AgendaSection, ReplySection } from './meetings.tsx';
import { OverlaysSection } from './overlays.tsx';
import { RowsSections } from './rows.tsx';

/** Every component in every state, for the eye. */
function Gallery() {
  return (
    <main className={clsx(styles.kit, 'screen-wide')} id="main">
      <PageHead title="Component kit" note={<Wordmark height={48} />} />
      <BrandSections />
      <ActionsSection />
      <FieldsSection />
      <ReplySection />
      <AgendaSection />
      <RowsSections />
      <OverlaysSection />
      <FeedbackSections />
    </main>
  );
}

const root = document.getElementById('gallery');
if (root === null) throw new Error('index.html has no element #gallery');

followScreen();
createRoot(root).render(
  <StrictMode>
    <I18nProvider locale="en-US">
      <Gallery />
    </I18nProvider>
  </StrictMode>,
);
