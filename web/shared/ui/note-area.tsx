import '@mantine/notifications/styles.css';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';

/** Where notes are shown, above the screen. */
export function NoteArea() {
  return <Notifications position="bottom-left" />;
}

/** Shows a note; one with the id of another that is there is not shown twice. */
export function show(note: NotificationData): void {
  notifications.show(note);
}
