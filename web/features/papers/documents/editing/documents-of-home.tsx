import { ChevronDown, ChevronUp, Link } from 'lucide-react';
import { useState } from 'react';
import { type Document, moveDocument } from '#contract/documents.ts';
import { useCall } from '#web/api/mutations.ts';
import { documentNouns } from '#web/api/queries.ts';
import { useStart } from '#web/api/start.ts';
import { acceptedTypes } from '#web/features/papers/documents/uploads/upload.ts';
import { addUploads } from '#web/features/papers/documents/uploads/upload-center.ts';
import { useUploadsOf } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './editing.module.css';
import { UploadRows } from './upload-rows.tsx';

const LinkDialog = lazyPart(() => import('./link-dialog.tsx'), 'LinkDialog');

interface DocumentsOfHomeProps {
  readonly title: string;
  readonly home: 'announcement' | 'resolution';
  /** Is null until the announcement or resolution is first saved. */
  readonly id: string | null;
  readonly slot: string;
  readonly documents: readonly Document[];
  readonly onDraftNeeded?: (() => void) | undefined;
}

export function DocumentsOfHome(props: DocumentsOfHomeProps) {
  const { title, home, id, slot, documents, onDraftNeeded } = props;
  const { settings } = useStart();
  const place = id === null ? null : ({ kind: home, id } as const);
  const [isLinking, setLinking] = useState(false);
  const uploads = useUploadsOf(slot, place);
  const move = useCall(moveDocument, { invalidates: documentNouns });
  const take = (files: readonly File[]): void => {
    addUploads(files, { slot, target: place, rules: settings });
    if (place === null) onDraftNeeded?.();
  };
  const put = (document: Document, beforeId: string | null): void => {
    if (place !== null) move.mutate({ params: { id: document.id }, body: { home: place, before_id: beforeId } });
  };
  return (
    <Section
      title={title}
      aside={
        <Button
          size="s"
          icon={Link}
          onPress={() => {
            setLinking(true);
            if (place === null) onDraftNeeded?.();
          }}
        >
          Add link
        </Button>
      }
    >
      <div className={styles.rows}>
        <UploadRows
          documents={documents}
          uploads={uploads}
          home={home}
          handleOf={
            documents.length < 2
              ? undefined
              : (document) => {
                  const at = documents.indexOf(document);
                  return (
                    <span className={styles.arrows}>
                      <IconButton
                        size="xs"
                        icon={ChevronUp}
                        aria-label={`Move ${document.title} up`}
                        isDisabled={at === 0 || move.isPending}
                        onPress={() => put(document, documents[at - 1]?.id ?? null)}
                      />
                      <IconButton
                        size="xs"
                        icon={ChevronDown}
                        aria-label={`Move ${document.title} down`}
                        isDisabled={at === documents.length - 1 || move.isPending}
                        onPress={() => put(document, documents[at + 2]?.id ?? null)}
                      />
                    </span>
                  );
                }
          }
        />
      </div>
      {isLinking && place !== null && <LinkDialog home={place} onClose={() => setLinking(false)} />}
      <DropZone browseLabel="choose files" accept={acceptedTypes(settings).split(',')} onFiles={take}>
        Drop documents here, or
      </DropZone>
    </Section>
  );
}
