import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { FolderPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type Category, getLibrary } from '#contract/library.ts';
import { folderCountText } from '#domain/folders.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { paths } from '#web/paths.ts';
import { useLibraryEditing } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Columns, Page, PageHead } from '#web/ui/page.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { CategoryEditor } from './category-editor.tsx';
import { DeletedDialog } from './deleted-dialog.tsx';
import contents from './library.module.css';
import { LatestDocuments, MarkedDocuments, MyMarks } from './library-documents.tsx';
import styles from './section.module.css';

export function LibraryPage() {
  const { view } = useSearch({ from: '/shell/board/library' });
  return (
    <Page>
      {view === 'marks' ? <MarkedDocuments /> : <Contents />}
      <DocumentOverlay />
    </Page>
  );
}

function Contents() {
  const query = useQuery(queryFor(getLibrary));
  const { data } = query;
  return (
    <>
      <PageHead title="Library" note={data && totals(data)} />
      <Columns
        asideLabel="Latest documents and my marks"
        aside={
          <>
            {data !== undefined && <LatestDocuments documents={data.latest} />}
            <MyMarks />
          </>
        }
      >
        {data === undefined ? (
          <WhileLoading what="The library" query={query}>
            <ListSkeleton rows={6} />
          </WhileLoading>
        ) : (
          <Categories library={data} />
        )}
      </Columns>
    </>
  );
}

type Library = AnswerOf<typeof getLibrary>;

const totals = ({ categories, document_count: documents }: Library): string =>
  `${counted(categories.length, 'category', 'categories')}, ${counted(documents, 'document')}`;

function Categories({ library }: { readonly library: Library }) {
  const [isEditing] = useLibraryEditing();
  const { categories, can } = library;
  if (isEditing && can.create) return <EditedCategories categories={categories} />;
  if (categories.length > 0) return <CategoryList categories={categories} />;
  return can.create ? (
    <NoCategories />
  ) : (
    <EmptyState title="Nothing here yet" text="Documents appear here once they are added." />
  );
}

function NoCategories() {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <EmptyState
        title="The library is empty"
        text="Create a category for documents that are needed regularly, such as bylaws, policies and minutes."
        action={
          <Button variant="primary" icon={FolderPlus} onPress={() => setMaking(true)}>
            New category
          </Button>
        }
      />
      {isMaking && <CategoryDialog category={null} onClose={() => setMaking(false)} />}
    </>
  );
}

function EditedCategories({ categories }: { readonly categories: readonly Category[] }) {
  const [open, setOpen] = useState<'new' | 'deleted' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Stack gap="m">
      <div className={styles.actions}>
        <Button size="s" icon={FolderPlus} onPress={() => setOpen('new')}>
          New category
        </Button>
        <Button size="s" icon={Trash2} onPress={() => setOpen('deleted')}>
          Recently deleted
        </Button>
      </div>
      {categories.length === 0 ? (
        <p className="muted">
          No categories yet. Create one for documents that are needed regularly, such as bylaws, policies and minutes.
        </p>
      ) : (
        <CategoryEditor categories={categories} />
      )}
      {open === 'new' && <CategoryDialog category={null} onClose={close} />}
      {open === 'deleted' && <DeletedDialog onClose={close} />}
    </Stack>
  );
}

function CategoryList({ categories }: { readonly categories: readonly Category[] }) {
  return (
    <ul className={contents.contents}>
      {categories.map(({ id, name, description, hidden, counts }) => (
        <li key={id}>
          <Link className={contents['contents-row'] ?? ''} href={paths.libraryCategory(id)}>
            <span className={contents['contents-title']}>
              {name} {hidden && <Badge>Hidden</Badge>}
            </span>
            <span className={contents['contents-leader']} aria-hidden="true" />
            <span className={contents['contents-count']}>{folderCountText(counts)}</span>
            {description !== '' && <span className={contents['contents-text']}>{description}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
