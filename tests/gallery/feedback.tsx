import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { ListSkeleton, MeetingSkeleton, PageSkeleton, Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { UploadRow } from '#web/ui/feedback/upload-row.tsx';
import { Card } from '#web/ui/layout.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { InState, KitField, KitLine, KitSection } from './sheet.tsx';

const nothing = () => undefined;

export function FeedbackSections() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <>
      <KitSection title="Messages">
        <Notice>Daniel has not joined yet and gets no notifications. You can reply for him.</Notice>
        <Notice tone="caution" actions={<Button size="s">Extend</Button>}>
          This meeting began 10 minutes ago. Edits close at 1:00 PM.
        </Notice>
        <Notice tone="negative">Invalid credentials.</Notice>
        <ErrorText>You need to select a calendar type first.</ErrorText>
        <KitLine>
          <KitField>
            <ProgressBar label="Uploading" value={62} />
          </KitField>
          <Spinner label="Loading" />
          <KitField>
            <Skeleton width={75} />
          </KitField>
        </KitLine>
      </KitSection>
      <KitSection title="Uploads">
        <DropZone
          browseLabel="choose files"
          note="Up to 100 MB each. PDF, DOCX, XLSX, PPTX, images, text and zip."
          onFiles={(files) => setChosen(files.map((file) => file.name))}
        >
          Drop documents here, or
        </DropZone>
        <InState state="drop-target">
          <DropZone browseLabel="choose files" onFiles={nothing}>
            Let go to upload, or
          </DropZone>
        </InState>
        <Rows>
          {chosen.map((name) => (
            <UploadRow
              key={name}
              type={name.split('.').at(-1) ?? ''}
              name={name}
              status={{ kind: 'waiting', text: 'Chosen' }}
            />
          ))}
          <UploadRow
            type="docx"
            name="Terms of reference.docx"
            status={{ kind: 'waiting', text: 'Waiting' }}
            onRemove={nothing}
          />
          <UploadRow
            type="pptx"
            name="Options for growth.pptx"
            status={{ kind: 'uploading', percent: 62, text: '62% of 24.6 MB' }}
            onRemove={nothing}
          />
          <UploadRow
            type="pdf"
            name="Pipeline review 2026–2030.pdf"
            status={{ kind: 'uploaded', text: 'Uploaded, 8.2 MB' }}
            onRemove={nothing}
          />
          <UploadRow
            type="zip"
            name="Site photographs.zip"
            status={{ kind: 'failed', text: 'The document you are trying to upload is too large!' }}
            onRetry={nothing}
            onRemove={nothing}
          />
        </Rows>
      </KitSection>
      <KitSection title="Empty">
        <Card padded={false}>
          <EmptyState
            title="No meetings yet"
            text="Create the first one, and everyone in its audience will see it here."
            seats={[3]}
            action={<Button icon={Plus}>New meeting</Button>}
          />
        </Card>
      </KitSection>
      <KitSection title="Loading">
        <MeetingSkeleton rows={2} />
        <ListSkeleton rows={2} />
        <PageSkeleton rows={2} />
      </KitSection>
    </>
  );
}
