import { useSuspenseQuery } from '@tanstack/react-query';
import {
  declareInterest,
  getInterest,
  type Interest,
  type InterestHolder,
  updateInterest,
} from '#contract/interests.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { formatMonthOrYear } from '#domain/interests.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { changedFields, useContractForm } from '#web/api/use-contract-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { FormField, FormText } from '#web/ui/fields/form-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Spread } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { FactsList, FactsRow } from '#web/ui/rows/facts-list.tsx';
import styles from './interests.module.css';

const dateHint = 'A year, or a month and year, such as 2009 or 4/2024.';

interface DeclareDialogProps {
  readonly people?: readonly InterestHolder[];
  readonly onClose: () => void;
}

export function DeclareDialog({ people, onClose }: DeclareDialogProps) {
  const form = useContractForm({
    endpoint: declareInterest,
    defaults: {
      organisation: '',
      nature: '',
      since: '',
      ...(people === undefined ? {} : { member_id: people[0]?.id ?? '' }),
    },
    invalidates: ['interests'],
    saved: 'Interest declared',
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={people === undefined ? 'Declare an interest' : 'Declare an interest for a member'}
      submitLabel="Declare"
      form={form}
      onClose={onClose}
    >
      {people !== undefined && (
        <FormField form={form} name="member_id">
          {(field) => (
            <Select
              label="Member"
              options={people.map(({ id, name }) => ({ value: id, label: name }))}
              {...field}
              value={field.value ?? ''}
            />
          )}
        </FormField>
      )}
      <FormText form={form} name="organisation" label="Organisation" isRequired />
      <FormText
        form={form}
        name="nature"
        label="Nature"
        description="Connection to the organisation, such as director, shareholder or relative of a director."
        isRequired
      />
      <FormText form={form} name="since" label="Since" description={dateHint} isRequired />
    </FormDialog>
  );
}

interface InterestDialogProps {
  readonly interest: Interest;
  readonly onClose: () => void;
}

export function EditDialog({ interest, onClose }: InterestDialogProps) {
  const { organisation, nature, revision } = interest;
  const before = { organisation, nature, since: formatMonthOrYear(interest.since) };
  const form = useContractForm({
    endpoint: updateInterest,
    params: { id: interest.id },
    defaults: { ...before, revision },
    toBody: ({ revision: basis, ...checked }) => ({
      ...changedFields({ organisation, nature, since: interest.since }, checked),
      revision: basis,
    }),
    invalidates: ['interests'],
    saved: ({ conflicts }) => (conflicts.length === 0 ? 'Interest saved' : conflictText(conflicts)),
    onSaved: onClose,
  });
  return (
    <FormDialog title="Edit interest" submitLabel="Save" form={form} onClose={onClose}>
      <FormText form={form} name="organisation" label="Organisation" isRequired />
      <FormText form={form} name="nature" label="Nature" isRequired />
      <FormText form={form} name="since" label="Since" description={dateHint} isRequired />
    </FormDialog>
  );
}

const conflictText = (conflicts: readonly { readonly by: string }[]): string =>
  `${conflicts[0]?.by || 'Somebody else'} has changed this interest in the meantime. Check it before you change it again.`;

export function EndDialog({ interest, onClose }: InterestDialogProps) {
  const { revision } = interest;
  const form = useContractForm({
    endpoint: updateInterest,
    params: { id: interest.id },
    defaults: { until: '', revision },
    toBody: ({ until }) => ({ until, revision }),
    invalidates: ['interests'],
    saved: 'Interest ended',
    onSaved: onClose,
  });
  return (
    <FormDialog title={`End ${interest.organisation}`} submitLabel="End" form={form} onClose={onClose}>
      <p>It stays in the register and can no longer be changed.</p>
      <FormText form={form} name="until" label="Until" description={dateHint} isRequired />
    </FormDialog>
  );
}

export function HistoryDialog({ interest, onClose }: InterestDialogProps) {
  const { data } = useSuspenseQuery(queryFor(getInterest, { params: { id: interest.id } }));
  const timeZone = useTimeZone();
  return (
    <Dialog
      title="Earlier versions of this interest"
      onClose={onClose}
      actions={<Button onPress={onClose}>Close</Button>}
    >
      <ol className={styles.wordings} reversed aria-label="Versions, latest first">
        {data.wordings.map((wording) => (
          <li key={wording.revision}>
            <Spread>
              <strong>{wording.by || 'Somebody else'}</strong>
              <span className="meta">{formatDocumentTime(wording.at, timeZone)}</span>
            </Spread>
            <FactsList>
              <FactsRow term="Organisation">{wording.organisation}</FactsRow>
              <FactsRow term="Nature">{wording.nature}</FactsRow>
              <FactsRow term="Since">{formatMonthOrYear(wording.since)}</FactsRow>
              {wording.until !== null && <FactsRow term="Until">{formatMonthOrYear(wording.until)}</FactsRow>}
            </FactsList>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
