"""Sounds made audible: what is loaded, what is heard of it, and where that goes; with a device, a file or neither.

Off the thread of the window: `find_devices`, `playable` and `open_output` (each may answer `NoSound`: a reason and a
remedy), and `prepare_deck`, which makes opened sounds ready at the player's rate. In the thread of the window, at once:
every command of `Player`, and `start` and `stop` of `Output`.

    player = Player(device.rate, device.channels)         # without a device: USUAL_RATE, USUAL_CHANNELS
    output = open_output(player, device)
    player.load(prepare_deck({"A": one, "B": other}, player.rate, player.channels, x="B"))
    output.start()
    player.play()

A window asks `player.position_s`, `player.playing` and `output.trouble` whenever it paints; what is heard at that
moment was drawn `output.latency_s` before. Other speeds and levels are other decks of the same sounds: `player.swap`.
With `stretch_voice`, which keeps the pitch, `prepare_deck` belongs in a worker process: Praat holds the interpreter.
"""
