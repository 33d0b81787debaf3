import { Button, Group } from '@mantine/core';
import { isolated } from '#src/kernel/text.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import type { RegisterOrder } from '../orders.ts';
import { sendWrites } from '../send-writes.ts';

/** Calls the courses that wait: the kitchen hears of each when it is called. */
export function CourseButtons({ order }: { order: RegisterOrder }) {
  const { core } = useRegister();
  const { pending } = useRegisterState();
  const waiting = order.lines.filter(
    (line) =>
      !line.part_of_option_set &&
      line.course_ordinal !== null &&
      (line.course_status === 'uncalled' || line.course_status === 'pending') &&
      !pending.some((write) => write.kind === 'line' && write.line === line.line_id),
  );
  const courses = [...new Set(waiting.map((line) => line.course_ordinal ?? 0))].sort((a, b) => a - b);
  if (courses.length === 0) return null;
  return (
    <Group gap="xs" my="sm">
      {courses.map((course) => (
        <Button
          key={course}
          size="md"
          h={48}
          variant="light"
          onClick={() =>
            sendWrites(
              core,
              waiting.flatMap((line) =>
                line.course_ordinal !== course || line.line_id === null
                  ? []
                  : [
                      {
                        subject: order.id_str,
                        kind: 'line' as const,
                        line: line.line_id,
                        body: JSON.stringify({ course_status: 'called' }),
                        label: t('Call course {course}: {product}', {
                          ...{ course: String(course), product: isolated(lineName(line)) },
                        }),
                      },
                    ],
              ),
            )
          }
        >
          {t('Call course {course}', { course: String(course) })}
        </Button>
      ))}
    </Group>
  );
}
