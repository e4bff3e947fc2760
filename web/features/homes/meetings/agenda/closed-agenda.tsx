import { Upload as UploadIcon } from 'lucide-react';
import type { DocumentHomeInput } from '#contract/documents.ts';
import type { Meeting } from '#contract/meetings.ts';
import { agendaSummary, numberAgenda } from '#domain/agenda.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { useStart } from '#web/api/start.ts';
import { UploadRows } from '#web/features/papers/documents/editing/upload-rows.tsx';
import { addUploads } from '#web/features/papers/documents/uploads/upload-center.ts';
import { useUploadsOf } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FileDrop } from '#web/ui/feedback/file-drop.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { useFilesChooser } from './agenda-documents.tsx';
import styles from './agenda-editor.module.css';

export function ClosedAgenda({ meeting }: { readonly meeting: Meeting }) {
  return (
    <Section title="Agenda" aside={agendaSummary(meeting.agenda_items)}>
      <Stack gap="s">
        <Notice>{meetingMessages.closed} Documents can still be added and replaced.</Notice>
        {numberAgenda(meeting.agenda_items, null)
          .filter(({ item }) => item.withheld === null)
          .map(({ item, number }) => (
            <ClosedDocuments
              key={item.id}
              title={`${number} ${item.title}`}
              home={{ kind: 'agenda-item', id: item.id }}
              documents={item.documents}
            />
          ))}
        <ClosedDocuments
          title="Meeting documents"
          home={{ kind: 'meeting', id: meeting.id }}
          documents={meeting.documents}
        />
      </Stack>
    </Section>
  );
}

interface ClosedDocumentsProps {
  readonly title: string;
  readonly home: DocumentHomeInput;
  readonly documents: Meeting['documents'];
}

function ClosedDocuments({ title, home, documents }: ClosedDocumentsProps) {
  const { settings } = useStart();
  const uploads = useUploadsOf(home.id, home);
  const upload = (files: readonly File[]): void => addUploads(files, { slot: home.id, target: home, rules: settings });
  const { choose, input } = useFilesChooser(`Documents for ${title}`, upload);
  return (
    <FileDrop onFiles={upload}>
      <section aria-label={title}>
        <div className={styles['closed-head']}>
          <h3>{title}</h3>
          <Button size="s" variant="quiet" icon={UploadIcon} onPress={choose}>
            Upload documents
          </Button>
        </div>
        <UploadRows documents={documents} uploads={uploads} />
        {input}
      </section>
    </FileDrop>
  );
}
