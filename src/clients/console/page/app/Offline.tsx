import { useEffect, useState } from 'preact/hooks'

/** Shows that the browser has no network; typing goes on. */
export function Offline() {
  const [isOffline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const follow = () => setOffline(!navigator.onLine)
    addEventListener('online', follow)
    addEventListener('offline', follow)
    return () => {
      removeEventListener('online', follow)
      removeEventListener('offline', follow)
    }
  }, [])
  return (
    <div role="status" class="offline">
      {isOffline && <p>You are offline. What you type is kept on this device.</p>}
    </div>
  )
}
