import { mount } from '../shared/ui/mount.tsx';
import { Office } from './office.tsx';

mount('', <Office />);
