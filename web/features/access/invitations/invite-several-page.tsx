import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, type File, Info, Send } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { getDeciding } from '#contract/deciding.ts';
import { type GroupChoice, inviteSeveral, listTakenAddresses } from '#contract/invitations.ts';
import { decodeTextFile } from '#domain/csv.ts';
import {
  type CheckedLine,
  checkInvited,
  invitedTogetherMax,
  pastedLinesOf,
  readPastedPeople,
} from '#domain/invitations.ts';
import { invitationCheckMessages } from '#domain/messages/invitations.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { paths } from '#web/paths.ts';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { DropZone } from '#web/ui/feedback/drop-zone.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { Columns } from '#web/ui/page.tsx';
import { Rows } from '#web/ui/rows/rows.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { invitedText, readyText } from './invitations.ts';
import styles from './invite-several-page.module.css';
import { GroupsChoice, NewPersonFrame, VotesChoice } from './new-person.tsx';

/** Bytes, enough for thousands of lines. */
const fileBytesMax = 1_000_000;

export function InviteSeveralPage() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const clearUnsaved = useUnsavedChanges(text.trim() !== '');
  const [groups, setGroups] = useState<readonly GroupChoice[]>([]);
  const { deciding } = useSuspenseQuery(queryFor(getDeciding)).data;
  const [votes, setVotes] = useState(deciding.new_members_vote);
  // Deferred, so that the check does not slow down typing.
  const people = readPastedPeople(useDeferredValue(text));
  const { taken } = useSuspenseQuery(queryFor(listTakenAddresses)).data;
  const lines = checkInvited(people, new Map(taken.map(({ email, by }) => [email, by])));
  const ready = people.filter((_, index) => lines[index]?.state === 'ready');
  const failed = people.filter((_, index) => lines[index]?.state === 'failed');
  const { isConfirming, setConfirming, isRefused, setRefused, invite } = useInviting(() => {
    setText(pastedLinesOf(text, failed));
    if (failed.length > 0) return;
    clearUnsaved();
    void navigate({ href: paths.invitations() });
  });
  const isTooMany = ready.length > invitedTogetherMax;
  const label = `Invite ${counted(ready.length, 'person', 'people')}`;
  return (
    <NewPersonFrame how="several">
      <TopBarActions>
        <Button
          variant="primary"
          isDisabled={ready.length === 0 || isTooMany}
          isPending={invite.isPending}
          onPress={() => setConfirming(true)}
        >
          {ready.length === 0 ? 'Invite' : label}
        </Button>
      </TopBarActions>
      <Columns
        width="wide"
        spaced
        aside={
          <CheckList lines={lines} error={isTooMany ? invitationCheckMessages.tooMany(invitedTogetherMax) : null} />
        }
      >
        <Stack>
          {isRefused && (
            <Notice tone="caution" role="alert">
              {peopleMessages.changedMeanwhile}
            </Notice>
          )}
          <PastedLines
            text={text}
            onText={(next) => {
              setText(next);
              setRefused(false);
            }}
          />
          <ListFile onText={setText} />
          <GroupsChoice label="Add everybody to these groups" value={groups} onChange={setGroups} />
          <VotesChoice value={votes} onChange={setVotes} />
          <Notice icon={Info}>You can give people a position or make them board admins afterwards.</Notice>
        </Stack>
      </Columns>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`${label}?`}
        confirmLabel={label}
        isPending={invite.isPending}
        onConfirm={() => invite.mutate({ body: { people: [...ready], groups: [...groups], votes, only_ready: false } })}
      >
        <LeftOut lines={lines} />
      </ConfirmDialog>
    </NewPersonFrame>
  );
}

function useInviting(onInvited: () => void) {
  const [isConfirming, setConfirming] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const invite = useCall(inviteSeveral, {
    invalidates: ['people', 'invitations', 'timeline', 'meetings'],
    onSuccess: ({ invited }) => {
      setConfirming(false);
      setRefused(invited === 0);
      if (invited === 0) return;
      onInvited();
      showToast(invitedText(invited), { icon: Send });
    },
    onError: () => setConfirming(false),
  });
  return { isConfirming, setConfirming, isRefused, setRefused, invite };
}

function PastedLines({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  return (
    <TextArea
      label="One person per line"
      variant="lines"
      rows={7}
      description="Name and email, in any order. You can also paste columns from a spreadsheet."
      value={text}
      onChange={onText}
      spellCheck="false"
      autoComplete="off"
    />
  );
}

function ListFile({ onText }: { readonly onText: (text: string) => void }) {
  const [error, setError] = useState<string | null>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const isList = file.size <= fileBytesMax && !/\.(xlsx?|ods|numbers|pdf|docx?)$/i.test(file.name);
    setError(isList ? null : 'Choose a CSV or text file. To use a spreadsheet, save it as CSV or paste its columns.');
    if (isList) onText(decodeTextFile(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <Stack gap="s">
      <DropZone
        browseLabel="choose a file"
        note="CSV or text, with or without a header row"
        accept={['.csv', '.tsv', '.txt', 'text/csv', 'text/plain', 'text/tab-separated-values']}
        multiple={false}
        onFiles={([file]) => void read(file)}
      >
        Drop a list here, or
      </DropZone>
      {error !== null && <ErrorText>{error}</ErrorText>}
    </Stack>
  );
}

function LeftOut({ lines }: { readonly lines: readonly CheckedLine[] }) {
  const others = lines.filter((line) => line.state !== 'ready').length;
  return (
    <p>
      Each of them gets an email with a link that works for 14 days.
      {others > 0 && (others === 1 ? ' 1 other line will be skipped.' : ` ${others} other lines will be skipped.`)}
    </p>
  );
}

const icons = { ready: CircleCheck, 'left-out': Info, failed: CircleAlert } as const;

function CheckList({ lines, error }: { readonly lines: readonly CheckedLine[]; readonly error: string | null }) {
  const ready = lines.filter((line) => line.state === 'ready').length;
  return (
    <Section title="Check" aside={<span role="status">{lines.length > 0 && readyText(ready, lines.length)}</span>}>
      {error !== null && <ErrorText>{error}</ErrorText>}
      {lines.length === 0 ? (
        <p className="muted">Every line is checked as you type. Nothing is sent until you press Invite.</p>
      ) : (
        <Rows label="Lines">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike; only their position differs
            <LineCheck key={index} line={line} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function LineCheck({ line }: { readonly line: CheckedLine }) {
  return (
    <div className={styles['line-check']} data-status={line.state}>
      <Icon of={icons[line.state]} />
      <span className={styles['line-text']}>
        {line.title !== '' && <span className={styles['line-title']}>{line.title}</span>}
        <span className="meta">
          {line.field !== null && <span>{line.field}: </span>}
          <span>{line.message}</span>
        </span>
      </span>
      <span className={`figures ${styles['line-number']}`}>Line {line.line}</span>
    </div>
  );
}
