import { BASE } from '../shared/base.ts';
import { LeaveGuard, watchBrowser } from '../shared/ui/leave.tsx';
import { mount } from '../shared/ui/mount.tsx';
import { Office } from './office.tsx';
import { screenAt } from './screens.tsx';

watchBrowser();
// The first screen comes beside the session rather than after it. A failure is told when the screen is shown.
screenAt(location.pathname.slice(BASE.length))
  ?.page.load()
  .catch(() => undefined);
void mount(
  'office',
  <LeaveGuard>
    <Office />
  </LeaveGuard>,
);
