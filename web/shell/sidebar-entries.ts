import {
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  House,
  Landmark,
  ListChecks,
  Megaphone,
  ScrollText,
  Settings2,
  ShieldCheck,
  UserRoundCog,
  Users,
  UsersRound,
} from 'lucide-react';
import { actionLabels } from '#domain/messages/deciding.ts';
import { resolutionTitles } from '#domain/messages/general.ts';
import { paths } from '#web/paths.ts';
import type { IconType } from '#web/ui/icon.tsx';
import type { Roles } from './roles.ts';

export const entryIcons: Readonly<Record<EntryKey, IconType>> = {
  dashboard: House,
  meetings: CalendarDays,
  announcements: Megaphone,
  library: BookOpen,
  resolutions: ScrollText,
  actions: ListChecks,
  people: Users,
  groups: UsersRound,
  reports: ChartColumn,
  'profile-fields': ListChecks,
  setup: Landmark,
  boards: Building2,
  users: UserRoundCog,
};

export const groupIcons: Readonly<Record<SidebarGroup['key'], IconType>> = {
  admin: Settings2,
  'site-admin': ShieldCheck,
};

export type EntryKey =
  | 'dashboard'
  | 'meetings'
  | 'announcements'
  | 'library'
  | 'resolutions'
  | 'actions'
  | 'people'
  | 'groups'
  | 'reports'
  | 'profile-fields'
  | 'setup'
  | 'boards'
  | 'users';

export interface SidebarEntry {
  readonly key: EntryKey;
  readonly label: string;
  readonly href: string;
}

export interface SidebarGroup {
  readonly key: 'admin' | 'site-admin';
  readonly label: string;
  readonly entries: readonly SidebarEntry[];
}

const people: SidebarEntry = { key: 'people', label: 'People', href: paths.people() };

const main: readonly SidebarEntry[] = [
  { key: 'dashboard', label: 'Dashboard', href: paths.dashboard() },
  { key: 'meetings', label: 'Meetings', href: paths.meetings() },
  { key: 'announcements', label: 'Announcements', href: paths.announcements() },
  { key: 'library', label: 'Library', href: paths.library() },
];

const resolutions: SidebarEntry = { key: 'resolutions', label: resolutionTitles.list, href: paths.resolutions() };
const actions: SidebarEntry = { key: 'actions', label: actionLabels.title, href: paths.actions() };

const admin: readonly SidebarEntry[] = [
  { key: 'groups', label: 'Groups', href: paths.adminGroups() },
  { key: 'reports', label: 'Reports', href: paths.adminReports() },
  { key: 'profile-fields', label: 'Profile Fields', href: paths.adminProfile() },
  { key: 'setup', label: 'Setup', href: paths.adminSetup() },
];

const siteAdmin: readonly SidebarEntry[] = [
  { key: 'boards', label: 'Boards', href: paths.siteAdminBoards() },
  { key: 'users', label: 'Users', href: paths.siteAdminUsers() },
];

export function sidebarEntries(
  roles: Roles,
  board: { readonly people_hidden: boolean } | null,
): { readonly main: readonly SidebarEntry[]; readonly groups: readonly SidebarGroup[] } {
  const groups: SidebarGroup[] = [];
  if (board !== null && roles.isBoardAdmin) {
    groups.push({ key: 'admin', label: 'Admin', entries: board.people_hidden ? [people, ...admin] : admin });
  }
  if (roles.isSiteAdmin) groups.push({ key: 'site-admin', label: 'Site Admin', entries: siteAdmin });
  if (board === null) return { main: [], groups };
  return { main: [...main, resolutions, actions, ...(board.people_hidden ? [] : [people])], groups };
}

export const tabBarEntries: readonly SidebarEntry[] = main;

export function isCurrent(entry: Pick<SidebarEntry, 'href'>, pathname: string): boolean {
  return pathname === entry.href || pathname.startsWith(`${entry.href}/`);
}

export function isGroupCurrent(group: SidebarGroup, pathname: string): boolean {
  return group.entries.some((entry) => isCurrent(entry, pathname));
}
