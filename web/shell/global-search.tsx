import { useNavigate } from '@tanstack/react-router';
import { CalendarDays, ChevronDown, FileText, LayoutList, Megaphone, Search, Users } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button, MenuTrigger } from 'react-aria-components';
import type { SearchType } from '#domain/search.ts';
import { searchCharactersMax, searchText } from '#domain/search.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { rolesOf } from './roles.ts';
import { defaultSearchType, isSearchType, offeredSearchTypes, searchTypeLabels } from './search-types.ts';
import styles from './top-bar.module.css';

const Suggestions = lazyPart(() => import('./search-suggestions.tsx'), 'SearchSuggestions');

const typeIcons: Readonly<Record<SearchType, IconType>> = {
  everything: LayoutList,
  meetings: CalendarDays,
  announcements: Megaphone,
  people: Users,
  documents: FileText,
};

interface GlobalSearchProps {
  readonly pathname: string;
  readonly asked: { readonly itemType: string | undefined; readonly searchString: string | undefined };
  readonly onSearched: () => void;
}

export function GlobalSearch({ pathname, asked, onSearched }: GlobalSearchProps) {
  const navigate = useNavigate();
  const { user } = useStart();
  const board = useBoard();
  const offered = offeredSearchTypes(rolesOf(user), board ?? { people_hidden: true });
  const byScreen = isSearchType(asked.itemType) ? asked.itemType : defaultSearchType(pathname, offered);
  const [chosen, setChosen] = useState<{ readonly type: SearchType; readonly over: SearchType } | null>(null);
  const type = chosen?.over === byScreen ? chosen.type : byScreen;
  const [text, setText] = useState(asked.searchString ?? '');
  const field = useRef<HTMLInputElement>(null);
  const [isTyped, setTyped] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const searchString = searchText(text);
    if (searchString === null) return;
    setTyped(false);
    void navigate({ href: paths.search({ itemType: type, searchString }) });
    onSearched();
  };
  return (
    <search className={styles['global-search']}>
      <form className={styles['global-search-form']} onSubmit={submit}>
        <MenuTrigger>
          <Button className={styles['global-search-type'] ?? ''} aria-label={`Search in ${searchTypeLabels[type]}`}>
            {searchTypeLabels[type]}
            <Icon of={ChevronDown} size="s" />
          </Button>
          <Menu
            placement="bottom start"
            aria-label="Search in"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[type]}
            onAction={(key) => setChosen({ type: key as SearchType, over: byScreen })}
          >
            {offered.map((each) => (
              <MenuItem key={each} id={each} icon={typeIcons[each]} label={searchTypeLabels[each]} />
            ))}
          </Menu>
        </MenuTrigger>
        <Icon of={Search} />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-expanded="false"
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Search"
          aria-label="Search"
          maxLength={searchCharactersMax}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setTyped(true);
          }}
        />
      </form>
      {isTyped && (
        <Suggestions field={field} type={type} text={text} onDone={() => setTyped(false)} onSearched={onSearched} />
      )}
    </search>
  );
}
