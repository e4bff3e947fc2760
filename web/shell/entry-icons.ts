import {
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  House,
  Landmark,
  ListChecks,
  Megaphone,
  Settings2,
  ShieldCheck,
  UserRoundCog,
  Users,
  UsersRound,
} from 'lucide-react';
import type { IconType } from '#web/ui/icon.tsx';
import type { EntryKey, SidebarGroup } from './sidebar-entries.ts';

export const entryIcons: Readonly<Record<EntryKey, IconType>> = {
  dashboard: House,
  meetings: CalendarDays,
  announcements: Megaphone,
  library: BookOpen,
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
