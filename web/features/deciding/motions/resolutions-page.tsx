import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Ban, CalendarDays, Check, Download, Mail, Plus } from 'lucide-react';
import { Link } from 'react-aria-components';
import {
  downloadRegister,
  downloadResolution,
  listResolutions,
  type OpenResolution,
  type Register,
  type RegisterEntry,
} from '#contract/resolutions.ts';
import { formatListDate } from '#domain/dates.ts';
import { resolutionTitles, signatureTitles } from '#domain/messages/general.ts';
import { resolutionLabels } from '#domain/messages/resolutions.ts';
import { bodyNameOf, entryFacts, entryScore, entryState, figuresText } from '#domain/resolution-labels.ts';
import { deadlineText, registerResults, resolutionWordsMax } from '#domain/resolutions.ts';
import { callWith, endpointAddress, pageBoard } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { idParam } from '#web/id-param.ts';
import { paths } from '#web/paths.ts';
import { type ListAddress, useListAddress } from '#web/shell/use-list-address.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { optionsOf } from '#web/ui/fields/label-options.ts';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Filters, Stack } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { List } from '#web/ui/rows/list.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { answeredText, needsText } from './resolution-labels.ts';
import styles from './resolutions.module.css';
import { Seats } from './seats.tsx';

const all = 'all';
const typingPauseMs = 300;

export function ResolutionsPage() {
  const address = useListAddress({ typingPauseMs });
  const pages = useRegister(address);
  const [first] = pages.data?.pages ?? [];
  return (
    <Page>
      <PageHead
        title={resolutionTitles.list}
        actions={
          <>
            {first !== undefined && first.years.length > 0 && (
              <LinkButton
                size="s"
                icon={Download}
                href={endpointAddress(downloadRegister, { query: { ...askedIn(address), board: pageBoard() } })}
              >
                {resolutionLabels.registerFile}
              </LinkButton>
            )}
            {first?.can.create && (
              <LinkButton size="s" icon={Plus} href={paths.resolutionCreate()}>
                {resolutionTitles.create}
              </LinkButton>
            )}
          </>
        }
      />
      {pages.isError && first !== undefined && (
        <Notice tone="caution" actions={<Button onPress={() => void pages.refetch()}>Try again</Button>}>
          {resolutionLabels.notUpToDate}
        </Notice>
      )}
      <List
        loading={{ what: resolutionTitles.list, query: pages }}
        skeleton={<ListSkeleton rows={6} />}
        isEmpty={first?.years.length === 0 && first.open.length === 0}
        empty={<EmptyState title={resolutionLabels.nothing} text={resolutionLabels.nothingText} />}
      >
        {first !== undefined && (
          <Stack gap="l">
            <OpenOnes open={first.open} />
            {first.years.length > 0 && <RegisterSection register={first} address={address} pages={pages} />}
          </Stack>
        )}
      </List>
    </Page>
  );
}

function askedIn({ search, find }: ListAddress) {
  const year = Number(search.year);
  return {
    words: find.text.slice(0, resolutionWordsMax),
    year: Number.isInteger(year) && year > 0 && year < 10_000 ? year : undefined,
    body: idParam(search.body),
    result: registerResults.find((each) => each === search.result),
  };
}

function useRegister(address: ListAddress) {
  const asked = askedIn(address);
  return useInfiniteQuery({
    queryKey: [...queryFor(listResolutions, { query: asked }).queryKey, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      callWith(listResolutions, { query: { ...asked, ...(pageParam === null ? {} : { after: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.has_more ? (last.entries.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
  });
}

interface RegisterSectionProps {
  readonly register: Register;
  readonly address: ListAddress;
  readonly pages: ReturnType<typeof useRegister>;
}

function RegisterSection({ register, address, pages }: RegisterSectionProps) {
  const { search, set, find } = address;
  return (
    <Section title={register.year} aside={figuresText(register.figures)}>
      <div className={styles.filters}>
        <Filters>
          <SearchField
            label={resolutionLabels.words}
            placeholder={resolutionLabels.words}
            maxLength={resolutionWordsMax}
            value={find.typed}
            onChange={find.setTyped}
            onSubmit={find.submit}
          />
          {register.bodies.length > 1 && (
            <Select
              label="Body"
              labelHidden
              options={[
                { value: all, label: resolutionLabels.allBodies },
                ...register.bodies.map((body) => ({ value: body.id, label: bodyNameOf(body) })),
              ]}
              value={askedIn(address).body ?? all}
              onChange={(body) => set({ body: body === all ? undefined : body })}
            />
          )}
          <Select
            label="Result"
            labelHidden
            options={[{ value: all, label: resolutionLabels.allResults }, ...optionsOf(resolutionLabels.results)]}
            value={askedIn(address).result ?? all}
            onChange={(result) => set({ result: result === all ? undefined : result })}
          />
        </Filters>
      </div>
      <RegisterOfYear
        register={register}
        entries={pages.data?.pages.flatMap((page) => page.entries) ?? []}
        addressOf={(each) => paths.resolutions({ ...search, year: String(each) })}
      />
      <List more={pages}>{null}</List>
    </Section>
  );
}

function OpenOnes({ open }: { readonly open: readonly OpenResolution[] }) {
  const circulating = open.filter(({ state }) => state === 'circulating');
  const drafts = open.filter(({ state }) => state === 'draft');
  const waiting = circulating.filter(({ waits }) => waits).length;
  return (
    <>
      {circulating.length > 0 && (
        <Section
          title={resolutionLabels.inCirculation}
          aside={
            waiting > 0 && (
              <Badge tone="board">{waiting === 1 ? '1 is waiting for you' : `${waiting} are waiting for you`}</Badge>
            )
          }
        >
          {circulating.map((each) => (
            <OpenOne key={each.id} resolution={each} />
          ))}
        </Section>
      )}
      {drafts.length > 0 && (
        <Section title={resolutionLabels.drafts} aside={drafts.length}>
          {drafts.map((each) => (
            <OpenOne key={each.id} resolution={each} />
          ))}
        </Section>
      )}
    </>
  );
}

function OpenOne({ resolution }: { readonly resolution: OpenResolution }) {
  const timeZone = useTimeZone();
  const { id, title, body, state, ends_at: ends, waits, needs } = resolution;
  const href = paths.resolution(id);
  const until = ends === null ? '' : deadlineText(ends, timeZone);
  return (
    <div className={styles.open}>
      <div>
        <p className={styles.kicker}>
          {state === 'draft'
            ? `${resolutionLabels.states.draft}, ${bodyNameOf(body)}`
            : waits
              ? `Please vote by ${until}`
              : `${bodyNameOf(body)}, until ${until}`}
        </p>
        <h3 className={styles.title}>
          <Link href={href}>{title}</Link>
        </h3>
        {state === 'circulating' && (
          <p className={styles.standing}>
            <Seats {...resolution} />
            <span className="muted">
              {answeredText(resolution)} {needsText(needs)}
            </span>
          </p>
        )}
      </div>
      <LinkButton
        {...(waits ? { variant: 'primary' as const } : {})}
        href={href}
        aria-label={`${waits ? 'Read and vote' : 'Open'}: ${title}`}
      >
        {waits ? 'Read and vote' : 'Open'}
      </LinkButton>
    </div>
  );
}

interface RegisterOfYearProps {
  readonly register: Register;
  readonly entries: readonly RegisterEntry[];
  readonly addressOf: (year: number) => string;
}

function RegisterOfYear({ register: { years, year }, entries, addressOf }: RegisterOfYearProps) {
  return (
    <div className={styles.archive}>
      <nav className={styles.years} aria-label="Year">
        {years.map((each) => (
          <Link
            key={each}
            href={addressOf(each)}
            className={styles.year ?? ''}
            {...(each === year ? { 'aria-current': 'page' } : {})}
          >
            {each}
          </Link>
        ))}
      </nav>
      {entries.length === 0 ? (
        <EmptyState title={resolutionLabels.notFound} text={resolutionLabels.notFoundText} />
      ) : (
        <ul aria-label={`${resolutionTitles.list} of ${year}`}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </div>
  );
}

function CarriedFile({ id }: { readonly id: string }) {
  return (
    <>
      <TextLink href={endpointAddress(downloadResolution, { params: { id }, query: { board: pageBoard() } })}>
        PDF
      </TextLink>
      <TextLink href={paths.signatures({ kind: 'vote', id })}>{signatureTitles.list}</TextLink>
    </>
  );
}

function Entry({ entry }: { readonly entry: RegisterEntry }) {
  const timeZone = useTimeZone();
  const { meeting, state } = entry;
  const isGood = state === 'carried' || state === 'passed';
  const score = entryScore(entry);
  return (
    <li className={styles.entry} data-void={isGood ? undefined : true}>
      <span className={styles.number}>{entry.number ?? '–'}</span>
      <div>
        <h3 className={styles.title}>
          <Link href={meeting === null ? paths.resolution(entry.id) : paths.meeting(meeting.id)}>{entry.title}</Link>
        </h3>
        <p className={styles.text}>{entry.text}</p>
        <p className={styles.meta}>
          {entryFacts(entry, formatListDate(entry.decided_at, timeZone)).map((fact, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a committee’s meeting may have the committee’s name
            <span key={nth}>
              {nth === 0 && <Icon of={meeting === null ? Mail : CalendarDays} size="s" />}
              {fact}
            </span>
          ))}
          {meeting !== null && isGood && entry.text !== '' && <CarriedFile id={entry.id} />}
        </p>
      </div>
      <div className={styles.end}>
        {score !== '' && <span className={styles.score}>{score}</span>}
        <span className={styles.state} data-good={isGood ? true : undefined}>
          <Icon of={isGood ? Check : Ban} size="s" />
          {entryState(entry)}
        </span>
      </div>
    </li>
  );
}
