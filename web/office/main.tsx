import { BASE } from '../shared/base.ts';
import { LeaveGuard, watchBrowser } from '../shared/ui/leave.tsx';
import { mount, queries } from '../shared/ui/mount.tsx';
import { readFirst } from './begin.ts';
import { Office } from './office.tsx';
import { screenAt } from './screens.tsx';

watchBrowser();
// The first screen comes beside the session rather than after it. A failure is told when the screen is shown.
screenAt(location.pathname.slice(BASE.length))
  ?.page.load()
  .catch(() => undefined);
// Before it is known, nothing could be shown but that one waits, as the page itself says.
void mount(
  'office',
  <LeaveGuard>
    <Office />
  </LeaveGuard>,
  { before: () => readFirst(queries) },
);
