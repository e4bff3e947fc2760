import { useState } from 'react';
import type { Document } from '#contract/documents.ts';
import { revisionMessages } from '#domain/messages/annotations.ts';
import { useStart } from '#web/api/start.ts';
import { fileRefusal } from '#web/features/papers/documents/uploads/upload.ts';
import { replaceFile } from '#web/features/papers/documents/uploads/upload-center.ts';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';

interface Replacement {
  readonly document: Pick<Document, 'id' | 'title'>;
  readonly file: File;
  readonly slot: string;
}

export function useReplacing() {
  const { settings } = useStart();
  const [asked, setAsked] = useState<Replacement | null>(null);
  const send = ({ document, file, slot }: Replacement, withdrawsEarlier: boolean): void =>
    replaceFile(document, file, { slot, rules: settings, withdrawsEarlier });
  return {
    dialog: asked && (
      <ReplaceQuestion
        title={asked.document.title}
        onClose={() => setAsked(null)}
        onReplace={(withdrawsEarlier) => {
          send(asked, withdrawsEarlier);
          setAsked(null);
        }}
      />
    ),
    replace(document: Replacement['document'], file: File, slot: string): void {
      const replacement = { document, file, slot };
      if (fileRefusal(file, settings) === null) setAsked(replacement);
      else send(replacement, false);
    },
  };
}

interface ReplaceQuestionProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly onReplace: (withdrawsEarlier: boolean) => void;
}

function ReplaceQuestion({ title, onClose, onReplace }: ReplaceQuestionProps) {
  const [answer, setAnswer] = useState<'yes' | 'no'>('yes');
  return (
    <ActionDialog
      onClose={onClose}
      title={`Replace ${title}`}
      confirmLabel="Replace"
      onConfirm={() => onReplace(answer === 'no')}
    >
      <RadioGroup
        label={revisionMessages.question}
        value={answer}
        onChange={setAnswer}
        options={[
          { value: 'yes', label: 'Yes', description: 'Readers of the earlier version see what changed.' },
          {
            value: 'no',
            label: 'No, withdraw it',
            description:
              'Readers see neither the earlier version nor what changed. They keep their own notes on the earlier version.',
          },
        ]}
      />
    </ActionDialog>
  );
}
