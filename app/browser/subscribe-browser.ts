interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** @param publicKey the server's, in base64url. */
export async function subscribeBrowser(
  publicKey: string,
): Promise<Subscription | "denied" | "failed"> {
  try {
    if ((await Notification.requestPermission()) !== "granted") return "denied";
    await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    const { pushManager } = await navigator.serviceWorker.ready;
    // One under another key, of an earlier server, would refuse this one.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    const { endpoint = "", keys } = subscription.toJSON();
    return { endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  } catch {
    return "failed";
  }
}
