export interface Chapter {
  readonly name: string;
  readonly title: string;
  readonly headings: readonly { readonly id: string; readonly title: string }[];
  readonly body: readonly GuideNode[];
  readonly pictures: Readonly<Record<string, string>>;
}

export type GuideNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: GuideNode[]];

const rendered = import.meta.glob<Chapter>('../../../../docs/guide/*.md', { eager: true, import: 'default' });

const order = ['directors', 'secretaries', 'chairs', 'board-admins', 'site-admins'];

export const chapters: readonly Chapter[] = Object.values(rendered).toSorted(
  (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
);

export function findHeadings(all: readonly Chapter[], text: string): readonly Chapter[] {
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
