import { Search } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Header, Input, ListBox, ListBoxItem, ListBoxSection, TextField } from 'react-aria-components';
import { foldedWords } from '#domain/find-in-text.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useSwitchBoard } from './board-switcher.tsx';
import styles from './command-menu.module.css';
import { useFollowAddress } from './follow-link.ts';
import { newEntries } from './new-menu.tsx';
import { rolesOf } from './roles.ts';
import { foundLines, useTypedSearch } from './search-results.ts';
import { sidebarEntries } from './sidebar-entries.ts';

const shownOfEach = 3;

interface Command {
  readonly id: string;
  readonly label: string;
  readonly meta?: string | undefined;
  readonly run: () => void;
}
interface CommandGroup {
  readonly label: string;
  readonly commands: readonly Command[];
}

export function CommandMenu({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="m" bare title="Go to anything">
      <Commands onClose={onClose} />
    </Dialog>
  );
}

function Commands({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const groups = useCommands(text);
  return (
    <div className={styles.menu}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        {/* biome-ignore lint/a11y/noAutofocus: the dialog consists of this field */}
        <TextField aria-label="Go to" autoFocus className={styles.field ?? ''}>
          <Icon of={Search} />
          <Input placeholder="Go to a screen, a person, a meeting…" />
        </TextField>
        <ListBox aria-label="Places" shouldFocusWrap className={styles.list ?? ''}>
          {groups.map(({ label, commands }) => (
            <ListBoxSection key={label}>
              <Header className={styles.heading ?? ''}>{label}</Header>
              {commands.map((command) => (
                <ListBoxItem
                  key={command.id}
                  id={command.id}
                  textValue={command.label}
                  className={styles.option ?? ''}
                  onAction={() => {
                    onClose();
                    command.run();
                  }}
                >
                  <span>{command.label}</span>
                  {command.meta !== undefined && <span className={styles.meta}>{command.meta}</span>}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Autocomplete>
      <p className={styles.none} role="status">
        {groups.length === 0 ? 'No results.' : ''}
      </p>
    </div>
  );
}

function useCommands(text: string): readonly CommandGroup[] {
  const { user, boards, current_board_id } = useStart();
  const board = useBoard();
  const go = useFollowAddress();
  const change = useSwitchBoard();
  const { asked, data } = useTypedSearch('everything', text);
  const roles = rolesOf(user);
  const { main, groups } = sidebarEntries(roles, board);
  const to = (id: string, label: string, href: string, meta?: string): Command => ({
    id,
    label,
    meta,
    run: () => go(href),
  });
  const screens = [...main, ...groups.flatMap((group) => group.entries)].map(({ key, label, href }) =>
    to(key, label, href),
  );
  const own = [
    to('waiting', shellLabels.waiting, paths.waiting()),
    to('account', 'My Account', paths.account()),
    ...(user?.boardInfo && user.slug !== null ? [to('profile', 'My profile', paths.personEdit(user.slug))] : []),
    to('marks', 'My marks', paths.libraryMarks()),
  ];
  const made = newEntries(roles).map(({ key, label, href }) => to(`new-${key}`, `New ${label.toLowerCase()}`, href));
  const others = boards
    .filter((each) => each.board_info.board_id !== current_board_id && !each.suspended)
    .map((each) => ({ id: each.board_info.board_id, label: each.title, run: () => change(each) }));
  const found = data === undefined ? [] : foundLines(data, asked ?? '', shownOfEach);
  return [
    { label: 'Screens', commands: matching([...screens, ...own], text) },
    { label: 'New', commands: matching(made, text) },
    { label: 'Boards', commands: matching(others, text) },
    ...found.map(({ label, lines }) => ({
      label,
      commands: lines.map((line) =>
        to(line.id, line.title.map((piece) => piece.text).join(''), line.href, line.meta ?? undefined),
      ),
    })),
  ].filter((group) => group.commands.length > 0);
}

function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = foldedWords(text).split(' ');
  return commands.filter(({ label }) => words.every((word) => foldedWords(label).includes(word)));
}
