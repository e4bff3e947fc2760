import { useParams } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { createElement, type ReactNode, useState } from 'react';
import { counted } from '#domain/text.ts';
import { useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { BareNotFoundPage } from '#web/shell/page-states.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { PublicFrame } from '#web/shell/public-frame.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Mark } from '#web/ui/brand/mark.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Section } from '#web/ui/rows/section.tsx';
import styles from './help.module.css';

export function HelpPage() {
  usePageTitle('Help');
  const [text, setText] = useState('');
  const found = findHeadings(chapters, text);
  return (
    <HelpFrame>
      <PageHead title="Help" lede="Short answers, arranged by task, for everybody who uses the board portal." />
      <div className={styles.find}>
        <SearchField label="Find a task" placeholder="Find a task" value={text} onChange={setText} />
      </div>
      <output className="visually-hidden">{text === '' ? '' : foundText(found)}</output>
      {found.length === 0 && (
        <EmptyState title="Nothing found" text="Try another word, or clear the search to see all tasks." />
      )}
      <div className={styles.chapters}>
        {found.map((chapter) => (
          <Section key={chapter.name} title={<TextLink href={paths.help(chapter.name)}>{chapter.title}</TextLink>}>
            <Headings chapter={chapter} />
          </Section>
        ))}
      </div>
    </HelpFrame>
  );
}

function foundText(found: readonly Chapter[]): string {
  return `${counted(found.flatMap(({ headings }) => headings).length, 'task')} found`;
}

export function HelpChapterPage() {
  const { chapter: name } = useParams({ from: '/help/$chapter' });
  const chapter = chapters.find((each) => each.name === name);
  usePageTitle(chapter?.title ?? 'Help');
  if (chapter === undefined) return <BareNotFoundPage />;
  return (
    <HelpFrame>
      <PageHead
        title={chapter.title}
        actions={<IconButton icon={Printer} aria-label="Print" onPress={() => window.print()} />}
      />
      <div className={styles.reading}>
        <nav className={styles.contents} aria-label="On this page">
          <Headings chapter={chapter} />
          <TextLink href={paths.help()}>All tasks</TextLink>
        </nav>
        <article className={styles.text}>
          {chapter.body.map((node, nth) => element(node, nth, chapter.pictures))}
        </article>
      </div>
    </HelpFrame>
  );
}

function element(node: GuideNode, key: number, pictures: Chapter['pictures']): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, { src, ...attributes }, ...children] = node;
  const picture = src === undefined ? {} : { src: pictures[src] };
  const contents = children.length === 0 ? null : children.map((child, nth) => element(child, nth, pictures));
  return createElement(tag, { key, ...attributes, ...picture }, contents);
}

function Headings({ chapter }: { readonly chapter: Chapter }) {
  return (
    <ul className={styles.headings}>
      {chapter.headings.map(({ id, title }) => (
        <li key={id}>
          <TextLink href={paths.help(chapter.name, id)}>{title}</TextLink>
        </li>
      ))}
    </ul>
  );
}

function HelpFrame({ children }: { readonly children: ReactNode }) {
  const { user, settings } = useStart();
  return (
    <PublicFrame
      className={styles.frame}
      mark={<Mark />}
      title={`${settings.app_name} help`}
      link={
        <TextLink href={user === null ? paths.login() : paths.dashboard()}>
          {user === null ? 'Log in' : 'Back to the board'}
        </TextLink>
      }
    >
      <Page>{children}</Page>
    </PublicFrame>
  );
}

interface Chapter {
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
  readonly body: readonly GuideNode[];
  readonly pictures: Readonly<Record<string, string>>;
}

type GuideNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: GuideNode[]];

const rendered = import.meta.glob<Chapter>('../../../../docs/guide/*.md', { eager: true, import: 'default' });

const order = ['directors', 'secretaries', 'chairs', 'board-admins', 'site-admins'];

const chapters: readonly Chapter[] = Object.values(rendered).toSorted(
  (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
);

function findHeadings(all: readonly Chapter[], text: string): readonly Chapter[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (title: string): boolean => words.every((word) => title.toLowerCase().includes(word));
  return all
    .map((chapter) =>
      matches(chapter.title)
        ? chapter
        : { ...chapter, headings: chapter.headings.filter((heading) => matches(heading.title)) },
    )
    .filter((chapter) => matches(chapter.title) || chapter.headings.length > 0);
}
