import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { day, email, limits, optionalLines } from '#contract/fields.ts';
import type { Meeting } from '#contract/meetings.ts';
import { askForPapers, type PaperRequestsOfMeeting } from '#contract/paper-requests.ts';
import { listPeople } from '#contract/people.ts';
import { numberAgenda } from '#domain/agenda.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { paperLimits } from '#domain/paper-requests.ts';
import { counted } from '#domain/text.ts';
import { isBlank } from '#domain/validation.ts';
import { queryFor } from '#web/api/queries.ts';
import { useContractForm } from '#web/api/use-contract-form.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { ComboBox } from '#web/ui/fields/combo-box.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import styles from './paper-requests.module.css';

const somebodyElse = 'somebody-else';

const rowSchema = z
  .object({
    agenda_item_id: z.string(),
    is_asked: z.boolean(),
    title: z.string().max(limits.titleCharactersMax),
    /** A member's id, or `somebodyElse`. */
    author: z.string(),
    name: z.string().max(limits.presenterCharactersMax),
    email: z.string(),
  })
  .superRefine((row, context) => {
    if (!row.is_asked) return;
    const required =
      row.author === somebodyElse ? (['title', 'name', 'email'] as const) : (['title', 'author'] as const);
    for (const field of required) {
      if (isBlank(row[field]))
        context.addIssue({ code: 'custom', path: [field], message: validationMessages.required });
    }
    const isWrong = row.author === somebodyElse && !isBlank(row.email) && !email.safeParse(row.email).success;
    if (isWrong) context.addIssue({ code: 'custom', path: ['email'], message: validationMessages.email });
  });
const schema = z.object({
  rows: z.array(rowSchema),
  due_on: day,
  note: optionalLines(paperLimits.noteCharactersMax),
});
type Values = z.input<typeof schema>;
type Row = Values['rows'][number];

interface AskDialogProps {
  readonly meeting: Pick<Meeting, 'id' | 'agenda_items'>;
  readonly papers: PaperRequestsOfMeeting;
  readonly itemId: string | 'all';
  readonly onClose: () => void;
}

export function AskDialog({ meeting, papers, itemId, onClose }: AskDialogProps) {
  const isOne = itemId !== 'all';
  const items = numberAgenda(meeting.agenda_items, null).filter(({ item }) =>
    isOne ? item.id === itemId : item.withheld === null,
  );
  const { data } = useQuery({ ...queryFor(listPeople), throwOnError: false, meta: { quiet: true } });
  const members = data?.people.filter(({ status }) => status !== 'inactive') ?? [];
  const form = useContractForm({
    endpoint: askForPapers,
    params: { id: meeting.id },
    schema,
    defaults: {
      rows: items.map(({ item }) => rowOf(item, papers, { isOne })),
      due_on: papers.default_due_on,
      note: '',
    },
    toBody: ({ rows, due_on, note }) => ({
      papers: rows.filter(isAsked).map((row) => ({
        agenda_item_id: row.agenda_item_id,
        title: row.title,
        author: row.author === somebodyElse ? { name: row.name, email: row.email } : { member_id: row.author },
        due_on,
        note,
      })),
    }),
    fieldOf: () => 'due_on',
    invalidates: ['paperRequests'],
    saved: (_answer, { rows }) => `Asked for ${counted(rows.filter(isAsked).length, 'paper')}`,
    onSaved: onClose,
  });
  const rows = useWatch({ control: form.control as Control<Values>, name: 'rows' }) as readonly Row[];
  const count = rows.filter(isAsked).length;
  const authors = [
    ...members.map(({ id, name }) => ({ value: id, label: name })),
    ...(papers.paper_links === 'anyone' ? [{ value: somebodyElse, label: 'Somebody else' }] : []),
  ];
  return (
    <FormDialog
      title={isOne ? 'Ask for a paper' : 'Ask for papers'}
      size="m"
      scrolls
      submitLabel={`Ask for ${counted(count, 'paper')}`}
      submitDisabled={count === 0}
      form={form}
      onClose={onClose}
    >
      <p className="meta">
        Each author will get one message with a personal link and can send the file without an account. Only editors can
        see the file until it is accepted.
      </p>
      {items.map(({ item, number }, nth) => (
        <div key={item.id} className={styles['asked-item']}>
          {!isOne && (
            <FormField form={form} name={`rows.${nth}.is_asked`}>
              {({ value, ...field }) => <Checkbox label={`${number} ${item.title}`} value={value} {...field} />}
            </FormField>
          )}
          {rows[nth]?.is_asked === true && (
            <div className={isOne ? undefined : styles['asked-fields']}>
              <Stack gap="s">
                <FormText form={form} name={`rows.${nth}.title`} label="Title of the paper" isRequired />
                <FormField form={form} name={`rows.${nth}.author`}>
                  {({ value, onChange, ...field }) => (
                    <ComboBox
                      key={data === undefined ? 'loading' : 'there'}
                      label="Author"
                      isRequired
                      options={authors}
                      alwaysListed={somebodyElse}
                      value={value === '' ? null : value}
                      onChange={(next) => onChange(next ?? '')}
                      {...field}
                    />
                  )}
                </FormField>
                {rows[nth]?.author === somebodyElse && (
                  <>
                    <FormText form={form} name={`rows.${nth}.name`} label="Name" isRequired />
                    <FormText form={form} name={`rows.${nth}.email`} label="Email" type="email" isRequired />
                  </>
                )}
              </Stack>
            </div>
          )}
        </div>
      ))}
      <FormField form={form} name="due_on">
        {(field) => <DateField label="Due date" isRequired min={papers.today} today={papers.today} {...field} />}
      </FormField>
      <FormTextArea form={form} name="note" label="Note" labelNote="Optional" rows={3} />
    </FormDialog>
  );
}

const isAsked = ({ is_asked: asked }: Pick<Row, 'is_asked'>): boolean => asked;

function rowOf(
  item: Meeting['agenda_items'][number],
  { expected, paper_links: links }: PaperRequestsOfMeeting,
  { isOne }: { readonly isOne: boolean },
): Row {
  const earlier = expected.find(({ agenda_item_id: id }) => id === item.id);
  const memberId = earlier?.member_id ?? item.presenter_id;
  const guest = links === 'members' || memberId !== null ? '' : (earlier?.author_name ?? item.presenter);
  return {
    agenda_item_id: item.id,
    is_asked: isOne || earlier !== undefined,
    title: earlier?.title ?? item.title,
    author: memberId ?? (guest === '' ? '' : somebodyElse),
    name: guest,
    email: '',
  };
}
