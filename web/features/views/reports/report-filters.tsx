import type { AnswerOf, QueryInputOf } from '#contract/endpoint.ts';
import type { getAttendanceReport, getReportChoices } from '#contract/reports.ts';
import { dayAfter } from '#domain/days.ts';
import { instantToLocal } from '#domain/local-time.ts';
import { daysOfPeriod, lastTwelveMonths, type ReportName, readPeriod, reportNames } from '#domain/reports.ts';
import { useTimeZone } from '#web/api/start.ts';
import type { ListAddress } from '#web/shell/use-list-address.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import styles from './reports.module.css';

type Choices = AnswerOf<typeof getReportChoices>;

interface ReportFiltersProps {
  readonly address: ReportsAddress;
  readonly choices: Choices;
  readonly set: ListAddress['set'];
}

const everybody = 'everybody';

export function ReportFilters({ address, choices, set }: ReportFiltersProps) {
  const timeZone = useTimeZone();
  const isMeetings = isOnMeetings(reportOf(address));
  const isVotes = reportOf(address) === 'votes';
  const groups = [
    { value: everybody, label: isVotes ? 'All bodies' : isMeetings ? 'All meetings' : 'Everybody' },
    ...(isMeetings ? [{ value: 'whole-board', label: 'Whole board' }] : []),
    ...choices.groups.map(({ id: value, name: label }) => ({ value, label })),
  ];
  const people = [
    { value: everybody, label: 'All members' },
    ...choices.people.map(({ member_id: value, name: label }) => ({ value, label })),
  ];
  const known = (options: readonly { readonly value: string }[], value: string | undefined): string =>
    options.some((option) => option.value === value) ? (value ?? everybody) : everybody;
  return (
    <search className={styles.filters}>
      <Select
        label={isVotes ? 'Body' : isMeetings ? 'Meetings of' : 'Group'}
        labelHidden
        size="s"
        value={known(groups, address.group)}
        onChange={(group) => set({ group: group === everybody ? undefined : group })}
        options={groups}
      />
      <Select
        label="Member"
        labelHidden
        size="s"
        value={known(people, address.member)}
        onChange={(member) => set({ member: member === everybody ? undefined : member })}
        options={people}
      />
      <Select
        label="Period"
        labelHidden
        size="s"
        value={readPeriod(address)}
        onChange={(period) =>
          set({
            period: period === lastTwelveMonths ? undefined : period,
            ...(period === 'custom' ? lastYear(timeZone) : { from: undefined, to: undefined }),
          })
        }
        options={periodsOf(choices, address)}
      />
    </search>
  );
}

function lastYear(timeZone: string) {
  const { date: to } = instantToLocal(new Date(), timeZone);
  return { from: dayAfter(to, -365), to };
}

function periodsOf({ years }: Choices, address: ReportsAddress) {
  const period = readPeriod(address);
  const shown = years.map(String);
  const others = /^\d{4}$/.test(period) && !shown.includes(period) ? [period] : [];
  return [
    { value: lastTwelveMonths, label: 'Last 12 months' },
    ...[...shown, ...others].map((year) => ({ value: year, label: year })),
    { value: 'all', label: 'All time' },
    { value: 'custom', label: 'From … to …' },
  ];
}

export function PeriodDays({ address, set }: Omit<ReportFiltersProps, 'choices'>) {
  if (readPeriod(address) !== 'custom') return null;
  return (
    <search className={styles.days} aria-label="Period">
      <DateField label="From" value={address.from ?? ''} onChange={(from) => set({ from: from || undefined })} />
      <DateField label="To" value={address.to ?? ''} onChange={(to) => set({ to: to || undefined })} />
    </search>
  );
}

export type ReportsAddress = ListAddress['search'];

export type ReportQuery = QueryInputOf<typeof getAttendanceReport>;

export function reportOf({ report }: ReportsAddress): ReportName {
  return reportNames.find((name) => name === report) ?? 'attendance';
}

export function reportQuery(
  address: ReportsAddress,
  choices: Pick<Choices, 'groups' | 'people'>,
  today: string,
): ReportQuery {
  const { from, to } = daysOfPeriod(address, today);
  const isWholeBoard = address.group === 'whole-board' && isOnMeetings(reportOf(address));
  const group = isWholeBoard ? 'whole-board' : choices.groups.find(({ id }) => id === address.group)?.id;
  const member = choices.people.find(({ member_id: id }) => id === address.member)?.member_id;
  return { from: from ?? undefined, to: to ?? undefined, group, member };
}

export const isOnMeetings = (report: ReportName): boolean =>
  report === 'attendance' || report === 'answers' || report === 'votes';
