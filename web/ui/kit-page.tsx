import { Wordmark } from './brand/mark.tsx';
import { ActionsSection } from './kit/actions.tsx';
import { FeedbackSections } from './kit/feedback.tsx';
import { FieldsSection } from './kit/fields.tsx';
import styles from './kit/kit.module.css';
import { MarksSections } from './kit/marks.tsx';
import { AgendaSection, ReplySection } from './kit/meetings.tsx';
import { OverlaysSection } from './kit/overlays.tsx';
import { RowsSections } from './kit/rows.tsx';
import { PageHead } from './page.tsx';

/** Every component in every state, for the eye and for the accessibility checks. Development only. */
export function KitPage() {
  return (
    <main className={styles.kit} id="main">
      <PageHead title="Component kit" note={<Wordmark height={48} />} />
      <MarksSections />
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
