// Runs while no page is open: shows that it is somebody's turn, and opens the table.
self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data?.json() ?? {}; } catch { /* shown without words */ }
  event.waitUntil(self.registration.showNotification(told.title ?? "Plowshares", { body: told.body ?? "", tag: told.tag ?? "", data: { url: told.url ?? "/" } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => new URL(page.url).pathname === url.pathname);
    return open ? open.focus() : self.clients.openWindow(url.href);
  })());
});
