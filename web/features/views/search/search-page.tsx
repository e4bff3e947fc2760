import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { HighlightedText } from '#contract/search.ts';
import { type FoundType, foundTypeOf, foundTypes, type SearchType, searchParts, searchText } from '#domain/search.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { paths } from '#web/paths.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { rolesOf } from '#web/shell/roles.ts';
import { countOf, resultsText, type SearchAnswer, searchQuery } from '#web/shell/search-results.ts';
import { isSearchType, offeredSearchTypes, searchTypeLabels } from '#web/shell/search-types.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import { LinkTabs } from '#web/ui/rows/tabs.tsx';
import { ResultRow } from './result-row.tsx';
import styles from './search.module.css';

export function SearchPage() {
  const { itemType, searchString } = useSearch({ strict: false });
  const type = isSearchType(itemType) ? itemType : 'everything';
  const text = searchText(searchString ?? '');
  usePageTitle(text === null ? null : `Search for ${text}`);
  if (text === null) {
    return (
      <Page>
        <PageHead title="Search" />
        <EmptyState
          title="Enter a search term"
          text="Type a name, a title or words from a document into the search field at the top."
        />
        <DocumentOverlay />
      </Page>
    );
  }
  return <Results key={`${type} ${text}`} type={type} text={text} />;
}

interface SearchProps {
  readonly type: SearchType;
  readonly text: string;
}

function Results({ type, text }: SearchProps) {
  const query = useQuery({ ...searchQuery(type, text), placeholderData: keepPreviousData });
  const { data } = query;
  const count = data === undefined ? null : countOf(data, type);
  return (
    <Page>
      <PageHead
        title={
          count === null ? `${query.error === null ? 'Searching' : 'Search'} for “${text}”` : resultsTitle(count, text)
        }
      />
      <p className="visually-hidden" role="status">
        {count !== null ? resultsTitle(count, text) : query.error === null ? 'Searching' : ''}
      </p>
      <TypeTabs type={type} text={text} counts={data?.counts} />
      {data === undefined || count === null ? (
        <WhileLoading what="The results" query={query}>
          <ListSkeleton />
        </WhileLoading>
      ) : count === 0 ? (
        <Nothing type={type} text={text} counts={data.counts} />
      ) : (
        <>
          {data.closeness === 'similar' && (
            <div className={styles.similar}>
              <Notice>No exact matches. These results contain similar words.</Notice>
            </div>
          )}
          {type === 'everything' ? <Groups answer={data} text={text} /> : <OneType type={type} text={text} />}
        </>
      )}
      <OpenedDocument text={text} answer={data} />
    </Page>
  );
}

function TypeTabs({ type, text, counts }: SearchProps & { readonly counts: SearchAnswer['counts'] | undefined }) {
  const { user } = useStart();
  const board = useBoard();
  const offered = offeredSearchTypes(rolesOf(user), board ?? { people_hidden: true });
  return (
    <LinkTabs
      label="Type"
      tabs={offered.map((each) => ({
        label: searchTypeLabels[each],
        href: paths.search({ itemType: each, searchString: text }),
        isCurrent: each === type,
        count: counts && countOf({ counts }, each),
      }))}
    />
  );
}

function Groups({ answer, text }: { readonly answer: SearchAnswer; readonly text: string }) {
  const found = foundTypes.filter((type) => answer.counts[type] > 0);
  return (
    <div className={styles.groups}>
      {found.map((type) => {
        const shown = answer.results.filter((result) => foundTypeOf(result.itemType) === type);
        const all = answer.counts[type];
        return (
          <Section
            key={type}
            title={searchTypeLabels[type]}
            {...(shown.length < all && {
              aside: (
                <TextLink href={paths.search({ itemType: type, searchString: text })}>
                  All {all.toLocaleString('en-US')}
                </TextLink>
              ),
            })}
          >
            <ResultList results={shown} type="everything" text={text} />
          </Section>
        );
      })}
    </div>
  );
}

function OneType({ type, text }: { readonly type: FoundType; readonly text: string }) {
  const query = useResultPages(type, text);
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const results = data?.pages.flatMap((page) => page.results);
  if (results === undefined) {
    return (
      <WhileLoading what="The results" query={query}>
        <ListSkeleton />
      </WhileLoading>
    );
  }
  return (
    <>
      <h2 className="visually-hidden">{searchTypeLabels[type]}</h2>
      <ResultList results={results} type={type} text={text} />
      {hasNextPage && (
        <div className={styles.more}>
          <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function useResultPages(type: FoundType, text: string) {
  return useInfiniteQuery({
    queryKey: [...searchQuery(type, text).queryKey, 'pages'],
    initialPageParam: 0,
    queryFn: ({ pageParam, client }) => client.fetchQuery(searchQuery(type, text, pageParam)),
    getNextPageParam: (last: SearchAnswer) => last.next,
  });
}

interface ResultListProps extends SearchProps {
  readonly results: SearchAnswer['results'];
}

function ResultList({ results, type, text }: ResultListProps) {
  const documentHref = (document: string, page: number | null): string =>
    paths.search({ itemType: type, searchString: text, document, ...(page === null ? {} : { page }) });
  return (
    <ul className={styles.results}>
      {results.map((result) => (
        <ResultRow key={result.id} result={result} documentHref={documentHref} />
      ))}
    </ul>
  );
}

function OpenedDocument({ text, answer }: { readonly text: string; readonly answer: SearchAnswer | undefined }) {
  const { page, document } = useSearch({ strict: false });
  if (answer === undefined) return null;
  const wanted = Number(page);
  const searched = {
    page: Number.isInteger(wanted) && wanted > 0 ? wanted : null,
    words: document === undefined ? [] : highlightsFor(answer, document, text),
  };
  return <DocumentOverlay searched={searched} />;
}

function Nothing({ type, text, counts }: SearchProps & { readonly counts: SearchAnswer['counts'] }) {
  const elsewhere = countOf({ counts }, 'everything');
  return (
    <EmptyState
      title={type === 'everything' ? 'No results' : `No results in ${searchTypeLabels[type]}`}
      text="Try fewer words, or the beginning of a word."
      action={
        type !== 'everything' && (
          <TextLink href={paths.search({ itemType: 'everything', searchString: text })}>
            {elsewhere === 0 ? 'Search everything' : `See ${elsewhere.toLocaleString('en-US')} in other categories`}
          </TextLink>
        )
      }
    />
  );
}

export function resultsTitle(count: number, searchString: string): string {
  return `${count === 0 ? 'No results' : resultsText(count)} for “${searchString}”`;
}

export function highlightsFor(answer: SearchAnswer, documentId: string, searchString: string): readonly string[] {
  if (answer.closeness === 'exact') return searchParts(searchString).map(({ text }) => text);
  const found = answer.results.find((result) => result.id === documentId);
  if (found?.itemType !== 'documents') return [];
  return [...new Set(found.pages.flatMap(({ text }) => matchesOf(text)))];
}

const matchesOf = (text: HighlightedText): readonly string[] =>
  text.filter((piece) => piece.is_match).map((piece) => piece.text.toLowerCase());
